import type { MiddlewareObj, Request as MiddyRequest } from "@middy/core";
import type { Context } from "aws-lambda";
import type { KeyedRequest } from "../accounts/idempotency-key.ts";
import type { Caller } from "../accounts/keys.ts";
import type { MeteredRequest } from "../accounts/metered-request.ts";
import type { MeterResult } from "../accounts/rate-window.ts";
import type { ServiceError } from "../errors/service-error.ts";
import type { OutputBody } from "../output/output.ts";
import type { Warning } from "../output/warnings.ts";
import type { Plan } from "../settings/plan.ts";
import type { UploadOwner } from "../stored-bodies/grant.ts";
import type { StoredBody } from "../stored-bodies/stored-body.ts";
import type { Step } from "../turns/step.ts";
import type { OpenBody } from "./open-body.ts";
import type { Phases } from "./phases.ts";
import type { TraceContext } from "./traceparent.ts";

/** Whether the beginning of a body, which grows from call to call, already shows that the body is too large. */
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
  /** Set by API Gateway: its own id of the request. */
  readonly requestContext?: { readonly requestId?: string; readonly [field: string]: unknown };
  /** Set by timing: milliseconds of each phase. */
  phases?: Phases;
  /** Set by trace-context: the steps of the request, where they are asked for. */
  steps?: Step[];
  /** Set by authenticate: the caller, as the owner of stored bodies. */
  owner?: UploadOwner;
  /** Set by meter: the plan of the caller's account. */
  plan?: Plan;
  /** Set by read-body: the contract's input. */
  input?: unknown;
  /** Set by deadline: aborted when the time is up or the caller has hung up. */
  signal?: AbortSignal;
}

/** The fields that the server adds to Lambda's context. */
export interface Host {
  /** Aborted when the caller hangs up. */
  readonly hangUp?: AbortSignal;
  /** Counts bytes of memory that the request needs. Throws SERVICE_UNAVAILABLE when all requests together need too many. */
  readonly hold?: (bytes: number) => void;
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
  /** Ways in which the document differs from its input; an answer that is not a document has none. */
  readonly warnings?: readonly Warning[];
  readonly pages?: number | undefined;
  /** The number of errors of a page's scripts. */
  readonly consoleErrors?: number;
  /** A digest of the document, where its engine has computed one. */
  readonly digest?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The prepared write that spends a reservation. It is either sent or dropped. */
export interface Settlement {
  send(): Promise<boolean>;
  drop(): void;
}

/** Everything that the middlewares know about one request. Each field names the middleware that sets it. */
export interface Exchange extends Record<string, unknown> {
  /** request-id */
  requestId: string;
  /** trace-context: where the request stands in a trace */
  trace: TraceContext;
  /** timing: by `performance.now()` */
  startedAt: number;
  /** authenticate */
  caller: Caller;
  /** body-ref, read-body: why the input is refused */
  refusal: ServiceError;
  /** read-body: bytes of the body that were read, and when the last of them arrived, by `performance.now()` */
  bytesIn: number;
  receivedAt: number;
  /** body-ref: the stored body, and its key */
  storedBody: StoredBody;
  bodyKey: string;
  /** deadline */
  timer: NodeJS.Timeout;
  /** read-body: a digest of the request, where it has an idempotency key */
  fingerprint: string;
  /** idempotency: the request that has claimed its key; or whether its key is paid for */
  claimed: KeyedRequest;
  isPaid: boolean;
  /** refuse-full-window, meter: the account after its last write, and the reservation of this request */
  standing: MeterResult | undefined;
  reserved: MeteredRequest | undefined;
  /** meter: the write that spends the reservation when the work is done, and whether it was sent */
  settlement: Settlement;
  isSettling: boolean;
  /** respond: the finished document, until the transport takes it */
  unsent: OutputBody | OpenBody;
}

/** A middleware of this service. */
export type Middleware = MiddlewareObj<Event, Reply | EndpointResult, Error, Context & Host, Partial<Exchange>>;
/** The argument of a middleware. */
export type Request = MiddyRequest<Event, Reply | EndpointResult, Error, Context & Host, Partial<Exchange>>;

/** A header of the request by its name in lower case, whatever case the transport gave it. */
export const headerOf = ({ headers }: Event, name: string): string | undefined =>
  headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

/** The origin at which the client reached this service: scheme and host, as the last proxy reports them. */
export const originOf = (event: Event): string => {
  const schemes = headerOf(event, "x-forwarded-proto") ?? "";
  return `${/(^|,)\s*https\s*$/i.test(schemes) ? "https" : "http"}://${headerOf(event, "host") ?? "localhost"}`;
};

/** Adds headers to the answer. */
export const decorate = (request: Request, headers: Record<string, string | number>): void => {
  const reply = request.response as Reply;
  for (const [name, value] of Object.entries(headers)) reply.headers[name] = String(value);
};
