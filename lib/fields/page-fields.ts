import { rule } from "../contract/contract.ts";
import { pageCookies } from "./page-cookies.ts";
import { pageHeaders } from "./page-headers.ts";

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
