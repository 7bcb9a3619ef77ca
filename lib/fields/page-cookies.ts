import { asyncCheck, described, fields, list, mapped, optional, rule, shortText } from "../contract/contract.ts";
import type { Cookie } from "../engines/chromium/origin/own-headers.ts";
import { ServiceError } from "../errors/service-error.ts";
import { HEAD_LIMIT_CHARACTERS, TOKEN } from "./page-headers.ts";

const COOKIES_LIMIT = 50;
/** The most that browsers accept of a name, and of a value (RFC 6265, section 6.1). */
const COOKIE_LIMIT_CHARACTERS = 4096;
const PATH_LIMIT_CHARACTERS = 1024;

/** Browsers accept more than the cookie-octets of RFC 6265, section 4.1.1, but no `;`, and no space at an end. */
const COOKIE_VALUE = /^(?:[!-:<-~](?:[ -:<-~]*[!-:<-~])?)?$/;
const COOKIE_PATH = /^\/[!-:<-~]*$/;

const EXAMPLE = [{ name: "session", value: "0a1b2c", path: "/" }];

const cookie = fields(
  {
    name: described(
      shortText(COOKIE_LIMIT_CHARACTERS).check(
        rule<string>((name) => TOKEN.test(name), "must be the name of a cookie, such as session"),
      ),
      { description: "The name of the cookie." },
    ),
    value: described(
      shortText(COOKIE_LIMIT_CHARACTERS).check(
        rule<string>(
          (value) => COOKIE_VALUE.test(value),
          "must be ASCII characters without control characters and ;, such as 0a1b2c",
        ),
      ),
      { description: "Its value, as the server has set it." },
    ),
    path: optional(
      described(
        shortText(PATH_LIMIT_CHARACTERS).check(
          rule<string>((path) => COOKIE_PATH.test(path), "must be a path that begins with /, such as /reports"),
        ),
        { description: "The cookie goes to this path and those below it.", default: "/" },
      ),
    ),
  },
  EXAMPLE[0],
);

const checkCookies = (cookies: readonly { name: string; value: string }[]): void => {
  const size = cookies.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  if (cookies.length > COOKIES_LIMIT)
    throw new ServiceError("INVALID_REQUEST", `must have at most ${COOKIES_LIMIT} entries`);
  if (size > HEAD_LIMIT_CHARACTERS)
    throw new ServiceError("INVALID_REQUEST", `must have at most ${HEAD_LIMIT_CHARACTERS} characters in all`);
};

/** Cookies that the requests to a page's own origin carry. */
export const pageCookies = optional(
  described(
    mapped(list(cookie, EXAMPLE).check(asyncCheck(checkCookies)), (cookies): Cookie[] =>
      cookies.map(({ name, value, path = "/" }) => ({ name, value, path })),
    ),
    {
      description:
        "Cookies for the same requests as `headers`. Scripts of the page do not see them, and one that the server sets replaces that of the same name.",
      examples: [EXAMPLE],
    },
  ),
);
