import type { MiddlewareObj, Request as MiddyRequest } from "@middy/core";
import type { Context } from "aws-lambda";
import type { Caller } from "../accounts/keys.ts";
import type { Metered } from "../accounts/metered.ts";
import type { Standing } from "../accounts/standing.ts";
import type { ServiceError } from "../errors.ts";
import type { Asker } from "../stored-bodies/grant.ts";
import type { OutputBody } from "../workers/output.ts";
import type { Warning } from "../workers/warnings.ts";
import type { Opened } from "./opened.ts";
import type { Phases } from "./phases.ts";

/** Says of a body's beginning, which grows from call to call, whether it shows already that the whole is too large. */
export type TooMuch = (arrived: Buffer) => boolean;

/**
 * Reads a body that is still on its way, into memory that is nobody else's; rejects with FILE_TOO_LARGE as soon as it is
 * known to be over `most` bytes, or too much.
 */
export type ReadBody = (most: number, isTooMuch: TooMuch) => Promise<Buffer>;

/** What a handler is called with: the fields of API Gateway's proxy event that the service reads, or the server's own. */
export interface Event {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | ReadBody | null;
  readonly isBase64Encoded?: boolean;
  /** Set by timing: what each phase has taken. */
  phases?: Phases;
  /** Set by authenticate: who asks. */
  asker?: Asker;
  /** Set by read-body: the contract's input. */
  input?: unknown;
  /** Set by deadline: aborted when the time is up or the caller has gone. */
  signal?: AbortSignal;
}

/** What the server adds to Lambda's context. */
export interface Host {
  /** Aborted when the caller hangs up. */
  readonly hangUp?: AbortSignal;
  /** Counts bytes that the request needs memory for; throws SERVICE_UNAVAILABLE where all requests hold too many. */
  readonly hold?: (bytes: number) => void;
}

/** An answer, before it is put into the form that its transport wants. */
export interface Reply {
  statusCode: number;
  headers: Record<string, string>;
  body: string | Opened;
  isBase64Encoded?: true;
}

/** What an endpoint's work gives back; its name and type are in the contract. */
export interface Result {
  readonly body: OutputBody;
  /** What the document lacks; an answer that is no document has none. */
  readonly warnings?: readonly Warning[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The spending of a reservation, made ready: it is sent, or dropped. */
export interface Settlement {
  send(): Promise<boolean>;
  drop(): void;
}

/** Everything the middlewares know of one request. Each field is set by one of them, named here. */
export interface Exchange extends Record<string, unknown> {
  /** request-id */
  requestId: string;
  /** timing: of `performance.now()` */
  startedAt: number;
  /** authenticate */
  caller: Caller;
  /** body-ref, read-body: why the input is refused */
  refusal: ServiceError;
  /** read-body: bytes of the body, as far as it was read, and when the last of them came, of `performance.now()` */
  bytesIn: number;
  receivedAt: number;
  /** body-ref: the stored body's key */
  bodyKey: string;
  /** deadline */
  timer: NodeJS.Timeout;
  /** meter: where the account stands after its last write, and what is reserved for this request */
  standing: Standing;
  reserved: Metered | undefined;
  /** meter: what spends it when the work is done */
  settlement: Settlement;
  /** respond: the finished document, until its transport has it */
  unsent: OutputBody | Opened;
}

/** A middleware of this service. */
export type Middleware = MiddlewareObj<Event, Reply | Result, Error, Context & Host, Partial<Exchange>>;
/** What a middleware is called with. */
export type Request = MiddyRequest<Event, Reply | Result, Error, Context & Host, Partial<Exchange>>;

/** A header of the request, whatever letter case the transport left its name in. */
export const headerOf = ({ headers }: Event, name: string): string | undefined =>
  headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

/** Where the client reached this service: scheme and host, as the last proxy tells them. */
export const originOf = (event: Event): string => {
  const schemes = headerOf(event, "x-forwarded-proto") ?? "";
  return `${/(^|,)\s*https\s*$/i.test(schemes) ? "https" : "http"}://${headerOf(event, "host") ?? "localhost"}`;
};

/** Adds headers to whatever answer there is by now, a file or an error. */
export const decorate = (request: Request, headers: Record<string, string | number>): void => {
  const reply = request.response as Reply;
  for (const [name, value] of Object.entries(headers)) reply.headers[name] = String(value);
};
