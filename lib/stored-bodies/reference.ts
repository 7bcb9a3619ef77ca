import { randomBytes } from "node:crypto";

/** Milliseconds for which an address accepts a body. */
export const ADDRESS_LIFETIME_MS = 15 * 60_000;

/** Milliseconds for which a stored body can be used. */
export const BODY_LIFETIME_MS = 24 * 3_600_000;

const REFERENCE_FORMAT = /^([0-9a-z]{7})[0-9a-f]{32}$/;

/**
 * The reference of a body that is stored at a moment (ms since 1970): the second at which it expires, so that names sort by
 * age, and 128 bits in hex.
 */
export const referenceOf = (now: number, bits: string): string =>
  Math.ceil((now + BODY_LIFETIME_MS) / 1000)
    .toString(36)
    .padStart(7, "0") + bits;

/** A new reference, of random bits. */
export const newReference = (now: number): string => referenceOf(now, randomBytes(16).toString("hex"));

/** Whether a text is a reference that has not expired by `now` (ms since 1970). */
export const isCurrent = (reference: string, now: number): boolean => {
  const [, expirySecond] = REFERENCE_FORMAT.exec(reference) ?? [];
  return expirySecond !== undefined && Number.parseInt(expirySecond, 36) * 1000 > now;
};

/** The folders of a store: bodies of requests, kept answers, bodies of jobs, results of jobs. */
export const FOLDERS = ["in", "out", "jobs", "results"] as const;

/** The key of an account's body in a store. Throws RangeError for an id that could lead to another path. */
export const storeKey = (account: string, reference: string, folder: (typeof FOLDERS)[number] = "in"): string => {
  if (!/^[\w-]+$/.test(account)) throw new RangeError("This account's id cannot be a part of a key.");
  return `${folder}/${account}/${reference}`;
};
