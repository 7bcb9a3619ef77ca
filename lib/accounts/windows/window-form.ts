import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { RateLimits } from "../../settings/plan.ts";

/** How many requests have been accepted in all, and how many had been before each slot of time began, by its number. */
export interface CountSlots {
  readonly total: number;
  readonly minute: ReadonlyMap<number, number>;
  readonly second: ReadonlyMap<number, number>;
}

/** What an account's item remembers of accepted requests. */
export interface AcceptedRequests {
  /** Moments (ms since 1970) of the last accepted requests, oldest first: 60 with credits, 10 without. */
  readonly accepted: readonly number[];
  readonly acceptedUnfunded: readonly number[];
  /** Set if a plan with larger windows has counted its requests. */
  readonly slots: CountSlots | undefined;
}

/** Clauses of the write that counts a request if the windows have room. */
export interface CountClauses {
  readonly assignments: readonly string[];
  readonly conditions: readonly string[];
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, AttributeValue>>;
}

/** A rate window of an account at a moment; moments are in ms since 1970. */
export interface WindowState {
  readonly seconds: number;
  readonly limit: number;
  readonly used: number;
  /** When it has room for a request: not later than now if it has room. */
  readonly roomAt: number;
  /** When the oldest request in it no longer counts; undefined if it holds none. */
  readonly releaseAt: number | undefined;
}

/** A way to remember accepted requests in an account's item, so that one conditional write checks and counts one more. */
export interface WindowForm {
  readonly count: (limits: RateLimits, now: number) => CountClauses;
  /** The windows that have a limit, the one of a minute first. */
  readonly states: (requests: AcceptedRequests, limits: RateLimits, now: number) => WindowState[];
}

/** The lengths of the windows. */
export const WINDOWS = [
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

export const limitedWindows = (limits: RateLimits) =>
  WINDOWS.flatMap((window) => {
    const limit = limits[window.name];
    return limit === undefined ? [] : [{ ...window, limit }];
  });
