import { Meter } from "../../lib/accounts/meter.ts";
import type { MeteredRequest } from "../../lib/accounts/metered-request.ts";
import { table } from "./table.ts";

/** The clock of `meter`, in milliseconds: a test moves it. */
export const clock = { now: 1_790_000_000_000 };

/** A meter of the tests' table that lives by `clock`. */
export const meter = new Meter(table, "https://example.org/credits", () => clock.now);

/** A merge by this caller whose reservation lapses after `lasts` ms. */
export const requestOf = (
  caller: MeteredRequest["caller"],
  requestId: string,
  credits = 1,
  lasts = 60_000,
): MeteredRequest => ({
  caller,
  requestId,
  operation: "/pdf/merge",
  day: "260921",
  credits,
  expires: clock.now + lasts,
});
