import { asyncCheck, shortText } from "../contract/contract.ts";
import { checkTarget } from "../net/target.ts";

/** Longer addresses are refused by many servers (RFC 9110, section 4.1, asks for 8000 octets at least). */
const URL_LIMIT_CHARACTERS = 8192;

/** The http or https address of a public page; a private address is refused with SSRF_BLOCKED. */
export const publicUrl = shortText(URL_LIMIT_CHARACTERS).check(
  asyncCheck<string>(async (url) => {
    await checkTarget(url);
  }),
);
