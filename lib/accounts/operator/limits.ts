/** Credits that an account gets or loses at once at most. */
export const CREDITS_LIMIT = 999_999_999_999;

/** Characters of an account's name and of a key's label. */
export const NAME_LIMIT_CHARACTERS = 200;

/** Checks a name or a label, which `subject` says. Throws RangeError if it is too long, or has more than one line. */
export const assertName = (subject: string, name: string): void => {
  if (name.length > NAME_LIMIT_CHARACTERS)
    throw new RangeError(`A ${subject} has at most ${NAME_LIMIT_CHARACTERS} characters.`);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) throw new RangeError(`A ${subject} is text of one line.`);
};

const DAY_MS = 86_400_000;

/**
 * The moment (ms since 1970) that a date or a number of days from `now` names, for the option or field `name`. Throws
 * RangeError for another text, and for a moment that has passed.
 */
export const expiryOf = (name: string, text: string, now: number): number => {
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  const moment = days === undefined ? Date.parse(text) : now + Number(days) * DAY_MS;
  if (!/^(?:\d{1,5}d|\d{4}-\d\d-\d\d.*)$/.test(text) || Number.isNaN(moment))
    throw new RangeError(`${name} must be a number of days, such as 90d, or a date, such as 2027-01-31, not "${text}"`);
  if (moment <= now) throw new RangeError(`${name} must lie in the future, not "${text}"`);
  return moment;
};
