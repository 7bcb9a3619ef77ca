import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { RateLimits } from "../../plans/plan.ts";
import type { Account } from "../account.ts";

/** Clauses of the write that counts a request where the windows have room. */
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
  /** When it has room for a request: not later than now where it has room. */
  readonly roomAt: number;
  /** When the oldest request in it no longer counts; undefined where it holds none. */
  readonly releaseAt: number | undefined;
}

/** A way to remember accepted requests in an account's item, so that one conditional write checks and counts one more. */
export interface WindowForm {
  readonly count: (limits: RateLimits, now: number) => CountClauses;
  /** The windows that have a limit, the one of a minute first. */
  readonly states: (account: Account, limits: RateLimits, now: number) => WindowState[];
}

/** The lengths of the windows. */
export const WINDOWS = [
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;
