import { asyncCheck, described, mapped, rule, shortText } from "../contract/contract.ts";
import { checkTarget } from "../net/target.ts";
import { namedFiles } from "./named-files.ts";
import { pageCookies } from "./page-cookies.ts";
import { pageHeaders } from "./page-headers.ts";

/** Longer addresses are refused by many servers (RFC 9110, section 4.1, asks for 8000 octets at least). */
const URL_LIMIT_CHARACTERS = 8192;

/** The http or https address of a public page; a private address is refused with SSRF_BLOCKED. */
export const publicUrl = shortText(URL_LIMIT_CHARACTERS).check(
  asyncCheck<string>(async (url) => {
    await checkTarget(url);
  }),
);

/** What the requests to the origin of a page carry. */
export const pageFields = { headers: pageHeaders, cookies: pageCookies };

interface Given {
  readonly url?: string | null | undefined;
  readonly headers?: unknown;
  readonly cookies?: unknown;
}

/** The rules that they come with an address. */
export const onlyForUrl = (["headers", "cookies"] as const).map((name) =>
  rule<Given>((given) => given.url != null || given[name] === undefined, "is only for url", name),
);

/** Files that belong to a document, each with a file name of its own. */
export const assetParts = (description: string) =>
  described(
    mapped(namedFiles, (parts) => parts.map(({ name = "", bytes }) => ({ name, bytes }))),
    { description },
  );
