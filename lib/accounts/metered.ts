import type { Caller } from "./keys.ts";

/** A request to be metered: who calls, under which id, what it costs, and when (ms since 1970) a reservation lapses. */
export interface Metered {
  readonly caller: Caller;
  readonly requestId: string;
  readonly credits: number;
  readonly expires: number;
}
