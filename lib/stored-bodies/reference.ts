import { randomBytes } from "node:crypto";

/** Milliseconds in which a body can begin to be sent to its address. */
export const ADDRESS_LIFE = 15 * 60_000;

/** Milliseconds for which a body can be named. */
export const BODY_LIFE = 24 * 3_600_000;

const REFERENCE = /^([0-9a-z]{7})[0-9a-f]{32}$/;

/**
 * A new reference: the second in which it lapses, and 128 random bits. Another second makes another reference, so nobody
 * lives longer by changing it.
 */
export const newReference = (now: number): string =>
  Math.ceil((now + BODY_LIFE) / 1000)
    .toString(36)
    .padStart(7, "0") + randomBytes(16).toString("hex");

/** Whether a text is a reference that has not lapsed by `now` (ms since 1970). */
export const isCurrent = (reference: string, now: number): boolean => {
  const [, lapses] = REFERENCE.exec(reference) ?? [];
  return lapses !== undefined && Number.parseInt(lapses, 36) * 1000 > now;
};

/** Where an account's body lies in a store: no account can name what is another's. Throws where the id could mean a path. */
export const keyOf = (account: string, reference: string): string => {
  if (!/^[\w-]+$/.test(account)) throw new RangeError("This account's id cannot be a part of a key.");
  return `in/${account}/${reference}`;
};
