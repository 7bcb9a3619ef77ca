import type { Context } from "aws-lambda";
import type { KeyedRequest } from "../accounts/idempotency-key.ts";
import type { Caller } from "../accounts/keys.ts";
import type { MeteredRequest } from "../accounts/metered-request.ts";
import type { MeterResult } from "../accounts/rate-window.ts";
import type { ServiceError } from "../errors/service-error.ts";
import type { FoundJob } from "../jobs/find.ts";
import type { CallbackTarget } from "../jobs/job.ts";
import type { Plan } from "../settings/plan.ts";
import type { AnswerFacts, KeptAnswer } from "../stored-bodies/kept-answers.ts";
import type { StoredBody } from "../stored-bodies/stored-body.ts";
import type { Step } from "../turns/turn.ts";
import type { Event, Host, Reply } from "./exchange.ts";

// What is known of a request, in the order in which the middlewares find it out.

/** A request as the transport hands it over. */
export interface Received extends Event {
  readonly context: Context & Host;
}

/** A phase of a request: finding the caller, receiving and checking the body, the meter, waiting for a turn, the work. */
export type Phase = "auth" | "body" | "meter" | "queue" | "work";

/** Milliseconds by phase. */
export type Phases = Partial<Record<Phase, number>>;

/** Where a request stands in a trace (W3C Trace Context): ids in lower-case hex. */
export interface TraceContext {
  readonly traceId: string;
  /** The span of the caller; undefined if the trace begins here. */
  readonly parentId?: string;
  /** The span of this request. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** A request that may be part of a trace. */
export interface Traced {
  readonly trace?: TraceContext;
  /** The steps of the request, if somebody asks for them. */
  readonly steps?: Step[];
}

/** A request whose phases are measured. */
export interface Timed extends Pick<Traced, "steps"> {
  readonly phases: Phases;
}

/** A request with its id, when it began by `performance.now()`, and its phases. */
export interface Recorded extends Timed {
  readonly requestId: string;
  readonly startedAt: number;
}

/** A request of a known caller. */
export interface Authenticated {
  readonly caller: Caller;
}

/** A request with its account as the last look at it, or the last write, has found it. */
export interface Accounted {
  standing?: MeterResult | undefined;
}

/** A request whose body may be a stored one, with its key. */
export interface Referred extends Pick<Received, "headers" | "body"> {
  readonly stored?: { readonly key: string; readonly body: StoredBody };
  /** Why the request is refused, once the meter has counted it. */
  readonly refusal?: ServiceError;
}

/** A request whose end is to be reported, if it is answered later: where. */
export interface CalledBack {
  readonly callback?: CallbackTarget | undefined;
}

/** A request whose body has arrived: its bytes, and when the last of them came, by `performance.now()`. */
export interface Arrived {
  bytesIn?: number;
  receivedAt?: number;
}

/** A request that is to be answered later: its body as it arrived, and its content type. */
export interface Deferrable {
  readonly jobBody?: { readonly type: string; bytes: Uint8Array };
}

/** A request that was answered with a job, if it was to be answered later. */
export interface Deferred {
  readonly deferred?: {
    readonly job: FoundJob;
    /** Whether this request has submitted it; then the account is as it was after that. */
    readonly isNew: boolean;
    readonly standing?: MeterResult;
  };
}

/** An input that its contract accepts. */
interface AcceptedInput<Input> {
  readonly input: Input;
  /** The credits that it costs on a plan. */
  readonly priceOn: (plan: Plan) => number;
  /** A digest of the request, if it has an idempotency key. */
  readonly fingerprint: string;
}

/** An accepted input, or why the request is refused, once the meter has counted it. */
type Checked<Input> = AcceptedInput<Input> | { readonly refusal: ServiceError };

/** A request whose body was read and checked. */
export interface BodyRead<Input> extends Arrived {
  readonly checked: Checked<Input>;
}

/** A request whose work ends at a deadline. */
export interface Limited {
  /** Aborted when the time is up or the caller has hung up. */
  readonly signal: AbortSignal;
  readonly timer: NodeJS.Timeout;
}

/** A request whose Idempotency-Key was looked up, if it has one. */
export interface Keyed {
  /** The request under which the key was claimed. */
  readonly claimed?: KeyedRequest;
  /** Whether the key is paid for: the request is a repetition. */
  readonly isPaid?: boolean;
  /** The answer that the first request with this key got. */
  readonly kept?: KeptAnswer;
  /** Whether the answer to this request was kept. */
  isKept?: boolean;
}

/** A finished document as an answer, and what its metadata say. */
export interface Made {
  readonly document: Reply;
  readonly facts: AnswerFacts;
}

/** The prepared write that spends a reservation. It is either sent or dropped. */
export interface Settlement {
  send(): Promise<boolean>;
  drop(): void;
}

/** A request that the meter has counted, and whose credits it has reserved. */
export interface Metered<Input> {
  readonly input: Input;
  /** The plan of the caller's account. */
  readonly plan: Plan;
  /** The account after the last write. */
  standing: MeterResult;
  /** The credits that the request costs. */
  readonly credits: number;
  /** The reservation, until it is spent or returned, and the write that spends it when the work is done. */
  reserved?: MeteredRequest | undefined;
  readonly settlement?: Settlement;
  /** Whether that write was sent. */
  isSettling?: boolean;
}
