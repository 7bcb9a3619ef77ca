import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "pk_";
const GENERATED = /^pk_[0-9A-Za-z]{49}$/;
const VISIBLE = /^[!-~]{8,128}$/;

/** Six base62 digits of the CRC-32 of a key's random part. */
const checksum = (random: string): string => {
  let rest = crc32(random);
  let digits = "";
  for (let i = 0; i < 6; i++) {
    digits = DIGITS[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

/** A new key: `pk_`, 43 base62 characters (256 random bits), 6 of checksum. */
export const newKey = (): string => {
  const random = Array.from({ length: 43 }, () => DIGITS[randomInt(62)]).join("");
  return `${PREFIX}${random}${checksum(random)}`;
};

/** Whether a text can be a key at all; of one that was not generated here, as the demo key, only the length is known. */
export const isKey = (key: string): boolean =>
  key.startsWith(PREFIX)
    ? GENERATED.test(key) && key.endsWith(checksum(key.slice(PREFIX.length, -6)))
    : VISIBLE.test(key);

/** SHA-256 of a key in hex: all that is stored of it. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/** The name under which an account lists a key: it tells nothing of it. */
export const keyIdOf = (hash: string): string => hash.slice(0, 16);
