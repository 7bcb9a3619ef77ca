import { createHash, timingSafeEqual } from "node:crypto";

const BEARER = /^Bearer +(\S+) *$/i;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Returns a function that tells whether the value of a header `Authorization` holds the key (RFC 6750, section 2.1). Its time
 * says nothing about the key, because digests are compared.
 */
export const keyCheck = (key: string): ((authorization: string | undefined) => boolean) => {
  const expected = digest(key);
  return (authorization = "") => {
    const [, given = ""] = BEARER.exec(authorization) ?? [];
    return timingSafeEqual(digest(given), expected);
  };
};
