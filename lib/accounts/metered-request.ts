import type { Caller } from "./keys.ts";

/** A request that is metered: its caller, id and cost, and when (ms since 1970) its reservation lapses. */
export interface MeteredRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly credits: number;
  readonly expires: number;
  /** Whether the reservation was sent more than once, so that one may still arrive after the request has ended. */
  readonly wasRepeated?: boolean;
}
