import { asyncCheck, text } from "../contract.ts";
import { checkTarget } from "../net/target.ts";

/** The address of a public page, http or https; a private one is refused with SSRF_BLOCKED. */
export const publicUrl = text().check(
  asyncCheck<string>(async (url) => {
    await checkTarget(url);
  }),
);
