import { integer } from "../contract.ts";
import { PLAIN_PAGE } from "../engines/page-setup.ts";
import { described } from "./described.ts";

/** The time for a wait. */
export const waitTimeout = described(integer(0, 30_000), {
  description: "Milliseconds that the wait for the selector, and that for the expression, may take.",
  default: PLAIN_PAGE.waitTimeout,
});
