import { expiryOf, NAME_LIMIT_CHARACTERS } from "../accounts/operator/limits.ts";
import { described, rule, shortText } from "../contract/contract.ts";

const PLAN_LIMIT_CHARACTERS = 40;
const EXPIRY_LIMIT_CHARACTERS = 40;
const CURSOR_LIMIT_CHARACTERS = 4096;
const PAGE_SIZE_LIMIT = 1000;

export const name = described(shortText(NAME_LIMIT_CHARACTERS), {
  description: "A name for the operator, of one line. An empty one removes it.",
});

/** The name of a plan. */
export const plan = described(shortText(PLAN_LIMIT_CHARACTERS), {
  description: "A plan: `standard`, `unlimited`, or one of `PLATEN_PLANS`.",
  examples: ["unlimited"],
});

/** What makes a movement of credits one of its own. */
export const reference = described(shortText(NAME_LIMIT_CHARACTERS).check(rule(Boolean, "must not be empty")), {
  description: "A text of your own for this movement, such as the number of an invoice. It is not empty.",
  examples: ["invoice-2026-117"],
});

export const label = described(shortText(NAME_LIMIT_CHARACTERS), {
  description: "What a key is for, in one line.",
  default: "default",
});

export const expires = described(shortText(EXPIRY_LIMIT_CHARACTERS), {
  description: "Until when the key works: a date or a moment of ISO 8601, or a number of days. By default for ever.",
  examples: ["90d", "2027-01-31"],
});

/** The moment (ms since 1970) that a field `expires` names. Throws RangeError if it names none, or one that has passed. */
export const momentOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : expiryOf("expires", text, Date.now());

const isPageSize = (text: string): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= PAGE_SIZE_LIMIT;

/** The largest number of accounts in a page. */
export const pageSize = described(
  shortText(CURSOR_LIMIT_CHARACTERS).check(rule<string>(isPageSize, `must be 1 to ${PAGE_SIZE_LIMIT}`)),
  { description: `The accounts of a page at most, 1 to ${PAGE_SIZE_LIMIT}. By default 100.`, examples: ["100"] },
);

/** Where a page begins. */
export const cursor = described(shortText(CURSOR_LIMIT_CHARACTERS), {
  description: "The `next` of an earlier page.",
});
