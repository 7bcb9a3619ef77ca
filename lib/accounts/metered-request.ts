import type { Caller } from "./keys.ts";

/** An idempotency key and what it stands for: the key's hash, and a digest of the request. */
export interface KeyUse {
  readonly keyHash: string;
  readonly fingerprint: string;
}

/** A request that is metered: its caller, id and cost, and when (ms since 1970) its reservation lapses. */
export interface MeteredRequest {
  readonly caller: Caller;
  readonly requestId: string;
  /** What its usage counts for: its operation, and the day in UTC on which it began (`261123`). */
  readonly operation: string;
  readonly day: string;
  readonly credits: number;
  readonly expires: number;
  /** Whether the reservation was sent more than once, so that one may still arrive after the request has ended. */
  readonly wasRepeated?: boolean;
  /** Names of usage counters that its settlement removes, because their days or months are over. */
  readonly pastCounters?: readonly string[] | undefined;
  /** Slots of rate windows that it removes too, because they are over: map and name. */
  readonly pastSlots?: readonly (readonly [string, string])[] | undefined;
  /** Set for a request with an idempotency key. */
  readonly keyUse?: KeyUse | undefined;
}
