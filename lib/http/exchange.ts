import type { Caller } from "../accounts/keys.ts";
import type { DescribedField } from "../output/form-field.ts";
import type { OutputBody } from "../output/output.ts";
import type { Warning } from "../output/warnings.ts";
import type { Plan } from "../settings/plan.ts";
import type { AnswerFacts } from "../stored-bodies/kept-answers.ts";
import type { OpenBody } from "./open-body.ts";

/**
 * Whether the bytes that have arrived so far already show that the body is too large. It is called again as more arrive.
 */
export type IsTooLarge = (arrived: Buffer) => boolean;

/**
 * Reads a body that is still arriving into its own memory. Rejects with FILE_TOO_LARGE as soon as the body has more than
 * `limit` bytes, or `isTooLarge` says so.
 */
export type ReadBody = (limit: number, isTooLarge: IsTooLarge) => Promise<Buffer>;

/** The event of a handler: the fields of API Gateway's proxy event that the service reads. The server makes the same event. */
export interface Event {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | ReadBody | null;
  readonly isBase64Encoded?: boolean;
  /** API Gateway's own id of the request. */
  readonly requestContext?: { readonly requestId?: string; readonly [field: string]: unknown };
}

/** The fields that the server adds to Lambda's context. */
export interface Host {
  /** Aborted when the caller hangs up. */
  readonly hangUp?: AbortSignal;
  /** Is called with the account of the caller, once it is found. */
  readonly onCaller?: (account: string) => void;
  /** Counts bytes of memory that the request needs. Throws SERVICE_UNAVAILABLE if all requests together need too many. */
  readonly hold?: (bytes: number) => void;
  /** The job that the request is: it was counted and its credits were reserved when it was submitted. */
  readonly job?: JobOnHost;
}

/** A job as the handler of its endpoint needs to know it. */
export interface JobOnHost {
  readonly id: string;
  readonly caller: Caller;
  readonly plan: Plan;
  readonly credits: number;
  /** Milliseconds that it may work. */
  readonly limitMs: number;
  /** Is called with the credits that its input costs on its plan. */
  readonly price: (credits: number) => void;
  /** Is called with the facts of the document, before it is handed over. */
  readonly describe: (facts: AnswerFacts) => void;
}

/** An answer, before it is converted for its transport. */
export interface Reply {
  statusCode: number;
  headers: Record<string, string>;
  body: string | OpenBody;
  isBase64Encoded?: true;
}

/** The result of an endpoint's work. Its file name and media type are in the contract. */
export interface EndpointResult {
  readonly body: OutputBody;
  /** The name of the result if it is one of the contract's others. */
  readonly fileName?: string | undefined;
  /** Ways in which the document differs from its input; an answer that is not a document has none. */
  readonly warnings?: readonly Warning[];
  readonly pages?: number | undefined;
  /** The fields of the document's form, if the endpoint is about them. */
  readonly formFields?: readonly DescribedField[] | undefined;
  /** The number of errors of a page's scripts. */
  readonly consoleErrors?: number;
  /** A digest of the document, if its engine has computed one. */
  readonly digest?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A header of the request by its name in lower case, whatever case the transport gave it. */
export const headerOf = ({ headers }: Pick<Event, "headers">, name: string): string | undefined =>
  headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

/** The origin at which the client reached this service: scheme and host, as the last proxy reports them. */
export const serviceOrigin = (event: Event): string => {
  const schemes = headerOf(event, "x-forwarded-proto") ?? "";
  return `${/(^|,)\s*https\s*$/i.test(schemes) ? "https" : "http"}://${headerOf(event, "host") ?? "localhost"}`;
};

/** The stage in a path of API Gateway: `/prod/v1/jobs`. */
const STAGE_PATH = /^(\/[^/]+)?\/v1\//;

/** What precedes the paths of the service: on AWS the name of the stage, unless the API has a domain name of its own. */
export const stagePathOf = ({ requestContext }: Event): string => {
  const path = requestContext?.["path"];
  return typeof path === "string" ? (STAGE_PATH.exec(path)?.[1] ?? "") : "";
};

/** The address at which the client reached this service, before its paths. */
export const serviceUrlOf = (event: Event): string => serviceOrigin(event) + stagePathOf(event);

/** Adds headers to the answer. */
export const decorate = ({ headers }: Reply, added: Readonly<Record<string, string | number>>): void => {
  for (const [name, value] of Object.entries(added)) headers[name] = String(value);
};

/** An answer that holds a JSON value. */
export const jsonReply = (statusCode: number, value: unknown): Reply => {
  const body = JSON.stringify(value);
  const headers = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
  return { statusCode, headers: { ...headers, "Cache-Control": "no-store" }, body };
};

const PREFERENCES = {
  "dry-run": /(?:^|,)\s*dry-run\s*(?:,|;|$)/i,
  "respond-async": /(?:^|,)\s*respond-async\s*(?:,|;|$)/i,
};

/** Whether the caller has a preference (`Prefer`, RFC 7240). */
export const prefers = (request: Pick<Event, "headers">, preference: keyof typeof PREFERENCES): boolean =>
  PREFERENCES[preference].test(headerOf(request, "prefer") ?? "");

/** Whether the caller only asks whether a request is valid and what it costs (`Prefer: dry-run`, RFC 7240). */
export const isDryRun = (request: Pick<Event, "headers">): boolean => prefers(request, "dry-run");
