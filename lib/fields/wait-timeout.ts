import { integer } from "../contract/contract.ts";
import { described } from "../contract/described.ts";
import { PLAIN_PAGE } from "../engines/page-setup.ts";

/** The time for a wait. */
export const waitTimeout = described(integer(0, 30_000), {
  description: "Milliseconds that the wait for the selector, and that for the expression, may take.",
  default: PLAIN_PAGE.waitTimeout,
});
