import { asyncCheck, text } from "../contract.ts";
import { checkTarget } from "../net/target.ts";

/** The http or https address of a public page; a private address is refused with SSRF_BLOCKED. */
export const publicUrl = text().check(
  asyncCheck<string>(async (url) => {
    await checkTarget(url);
  }),
);
