import type { Caller } from "./keys.ts";

/** A request that is metered: its caller, id and cost, and when (ms since 1970) its reservation lapses. */
export interface MeteredRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly credits: number;
  readonly expires: number;
}
