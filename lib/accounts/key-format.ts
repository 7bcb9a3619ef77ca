import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "pk_";
const GENERATED_KEY = /^pk_[0-9A-Za-z]{49}$/;
const VISIBLE_CHARACTERS = /^[!-~]{8,128}$/;

/** Six base62 digits of the CRC-32 of a key's random part. */
const checksum = (random: string): string => {
  let rest = crc32(random);
  let digits = "";
  for (let i = 0; i < 6; i++) {
    digits = BASE62_DIGITS[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

/** A new key: `pk_`, 43 base62 characters (256 random bits), 6 of checksum. */
export const newKey = (): string => {
  const random = Array.from({ length: 43 }, () => BASE62_DIGITS[randomInt(62)]).join("");
  return `${PREFIX}${random}${checksum(random)}`;
};

/** Whether a text can be a key. Keys that were not generated here, as the demo key, are only checked for their length. */
export const isKey = (key: string): boolean =>
  key.startsWith(PREFIX)
    ? GENERATED_KEY.test(key) && key.endsWith(checksum(key.slice(PREFIX.length, -6)))
    : VISIBLE_CHARACTERS.test(key);

/** SHA-256 of a key in hex, the only trace of it that is stored. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/** The id of a key in its account, made of the key's hash. */
export const keyIdOf = (hash: string): string => hash.slice(0, 16);
