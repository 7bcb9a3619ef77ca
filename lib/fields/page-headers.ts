import { asyncCheck, described, optional, record, text } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";

/**
 * The forbidden request-headers of the Fetch standard, and those that describe a body or ask for a part of an answer, which
 * cannot be right for every request of a page. Those of `FORBIDDEN_PREFIX` are not in the list.
 */
const FORBIDDEN_HEADERS = new Set([
  "accept-charset",
  "accept-encoding",
  "access-control-request-headers",
  "access-control-request-method",
  "access-control-request-private-network",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "cookie2",
  "date",
  "dnt",
  "expect",
  "host",
  "keep-alive",
  "origin",
  "range",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
  "x-http-method",
  "x-http-method-override",
  "x-method-override",
]);
const FORBIDDEN_PREFIX = /^(?:if|proxy|sec)-/i;

/** A token (RFC 9110, section 5.6.2). */
export const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Visible ASCII characters, with spaces and tabs between them (RFC 9110, section 5.5). */
const FIELD_VALUE = /^[!-~](?:[\t -~]*[!-~])?$/;

const HEADERS_LIMIT = 50;
const NAME_LIMIT_CHARACTERS = 256;
/** The length of a request's head that common servers accept. */
export const HEAD_LIMIT_CHARACTERS = 16_384;

const EXAMPLE = { Authorization: "Bearer 0a1b2c" };
const SUCH_AS = `such as ${JSON.stringify(EXAMPLE)}`;

const refuse = (what: string): never => {
  throw new ServiceError("INVALID_REQUEST", what);
};

const checkHeader = (name: string, value: string): void => {
  if (name.length > NAME_LIMIT_CHARACTERS) refuse(`must have names of at most ${NAME_LIMIT_CHARACTERS} characters`);
  if (!TOKEN.test(name)) refuse(`must have names of HTTP headers, ${SUCH_AS}`);
  if (name.toLowerCase() === "cookie") refuse("must not hold Cookie: cookies takes them");
  if (FORBIDDEN_HEADERS.has(name.toLowerCase()) || FORBIDDEN_PREFIX.test(name))
    refuse(`must not hold ${name}, which browsers set by themselves`);
  if (!FIELD_VALUE.test(value)) refuse(`must have visible ASCII characters as the value of ${name}, ${SUCH_AS}`);
};

const checkHeaders = (headers: Readonly<Record<string, string>>): void => {
  const entries = Object.entries(headers);
  if (entries.length > HEADERS_LIMIT) refuse(`must have at most ${HEADERS_LIMIT} entries`);
  const size = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > HEAD_LIMIT_CHARACTERS) refuse(`must have at most ${HEAD_LIMIT_CHARACTERS} characters in all`);
  for (const [name, value] of entries) checkHeader(name, value);
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  if (names.size < entries.length) refuse("must name each header once, whatever its letter case");
};

/** HTTP headers that the requests to a page's own origin carry. */
export const pageHeaders = optional(
  described(record(text()).check(asyncCheck(checkHeaders)), {
    description:
      "HTTP headers for the requests to the origin of `url` (scheme, host and port) that its page makes. They go nowhere else, and nowhere any more when the page leads to another origin.",
    examples: [EXAMPLE],
  }),
);
