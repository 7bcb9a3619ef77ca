import { channel } from "node:diagnostics_channel";
import type { DeliveryState } from "../jobs/delivery.ts";
import type { Posted } from "./post.ts";

/** What is reported of an attempt: nothing of its address. */
export interface SentAttempt extends Pick<Posted, "status" | "error"> {
  readonly account: string;
  readonly id: string;
  readonly state: DeliveryState;
  readonly attempt: number;
  readonly ms: number;
}

/** The channel on which each attempt is published, as a `SentAttempt`. */
export const callbackAttempts = channel("platen:callback");
