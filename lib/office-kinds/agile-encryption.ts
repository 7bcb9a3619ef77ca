import { createDecipheriv, createHash } from "node:crypto";
import { tagsNamed } from "../ooxml/markup.ts";
import { unknownEncryption } from "./refusal.ts";

/** The bytes that a key is derived with for each purpose (MS-OFFCRYPTO, 2.3.4.13). */
const PURPOSES = {
  verifierInput: Buffer.from("fea7d2763b4b9e79", "hex"),
  verifierHash: Buffer.from("d7aa0f6d3061344e", "hex"),
  key: Buffer.from("146e0be7abacd0d6", "hex"),
} as const;

const SEGMENT_BYTES = 4096;
const AES_BLOCK_BYTES = 16;
/** A salt has at most 64 KB by the specification; Office writes 16 bytes. It is hashed for each segment. */
const SALT_LIMIT_CHARACTERS = 1024;
/** The most that the specification allows; Office writes 100,000. */
const SPIN_COUNT_LIMIT = 10_000_000;
const FILL_BYTE = 0x36;

type Attributes = Readonly<Record<string, string>>;

/** How something is encrypted, by the attributes of its element. */
interface Method {
  readonly hash: string;
  readonly keyBytes: number;
  readonly blockBytes: number;
  readonly salt: Buffer;
}

const base64 = (text = ""): Buffer => Buffer.from(text, "base64");

const methodOf = (attributes: Attributes): Method => {
  const { hashAlgorithm = "", cipherAlgorithm, cipherChaining, keyBits = "", blockSize, saltValue = "" } = attributes;
  if (cipherAlgorithm !== "AES" || cipherChaining !== "ChainingModeCBC") throw unknownEncryption();
  const hash = hashAlgorithm.toLowerCase().replaceAll("-", "");
  if (!/^(?:md5|sha1|sha256|sha384|sha512)$/.test(hash)) throw unknownEncryption();
  if (!/^(?:128|192|256)$/.test(keyBits) || Number(blockSize) !== AES_BLOCK_BYTES)
    throw new Error("its key or block is not one of AES");
  if (saltValue.length > SALT_LIMIT_CHARACTERS) throw new Error("its salt is too long");
  return { hash, keyBytes: Number(keyBits) / 8, blockBytes: AES_BLOCK_BYTES, salt: base64(saltValue) };
};

const digest = (algorithm: string, ...pieces: readonly Buffer[]): Buffer => {
  const hash = createHash(algorithm);
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
};

const fitted = (bytes: Buffer, length: number): Buffer =>
  bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, FILL_BYTE)]);

const decrypt = (key: Buffer, start: Buffer, content: Buffer): Buffer => {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, start).setAutoPadding(false);
  const whole = content.subarray(0, content.length - (content.length % 16));
  return Buffer.concat([decipher.update(whole), decipher.final()]);
};

const numbered = (bytes: Buffer): Buffer => Buffer.concat([Buffer.alloc(4), bytes]);

/** The hash of a password, as often as the file says (MS-OFFCRYPTO, 2.3.4.11). */
const passwordHash = ({ hash, salt }: Method, password: string, spinCount: number): Buffer => {
  const step = numbered(digest(hash, salt, Buffer.from(password, "utf16le")));
  for (let round = 0; round < spinCount; round++) {
    step.writeUInt32LE(round);
    digest(hash, step).copy(step, 4);
  }
  return step.subarray(4);
};

const decryptSegments = (content: Buffer, key: Buffer, { hash, salt, blockBytes }: Method): Buffer => {
  const pieces: Buffer[] = [];
  const step = Buffer.concat([salt, Buffer.alloc(4)]);
  for (let at = 0; at < content.length; at += SEGMENT_BYTES) {
    step.writeUInt32LE(at / SEGMENT_BYTES, salt.length);
    const start = fitted(digest(hash, step), blockBytes);
    pieces.push(decrypt(key, start, content.subarray(at, at + SEGMENT_BYTES)));
  }
  return Buffer.concat(pieces);
};

/**
 * Decrypts a package with "agile" encryption (MS-OFFCRYPTO, 2.3.4.10 to 2.3.4.15); undefined for a wrong password. `info` is
 * the stream EncryptionInfo, `content` the encrypted bytes. An error for damage, and for methods that Office does not use.
 */
export const decryptAgile = (info: Buffer, content: Buffer, password: string): Buffer | undefined => {
  const tags = tagsNamed(info.toString("utf8", 8), "keyData", "encryptedKey");
  const data = methodOf(tags.find(({ name }) => name === "keyData")?.attributes ?? {});
  const attributes = tags.find(
    ({ name, attributes }) => name === "encryptedKey" && "spinCount" in attributes,
  )?.attributes;
  if (attributes === undefined) throw unknownEncryption();
  const method = methodOf(attributes);
  const spinCount = Number(attributes["spinCount"]);
  if (!(spinCount <= SPIN_COUNT_LIMIT)) throw new Error("its password is hashed too often");
  const hash = passwordHash(method, password, spinCount);
  const start = fitted(method.salt, method.blockBytes);
  const open = (purpose: Buffer, value: string | undefined) =>
    decrypt(fitted(digest(method.hash, hash, purpose), method.keyBytes), start, base64(value));
  const expected = open(PURPOSES.verifierHash, attributes["encryptedVerifierHashValue"]);
  const input = open(PURPOSES.verifierInput, attributes["encryptedVerifierHashInput"]);
  const actual = digest(method.hash, input.subarray(0, method.salt.length));
  if (!expected.subarray(0, actual.length).equals(actual)) return undefined;
  const key = open(PURPOSES.key, attributes["encryptedKeyValue"]).subarray(0, data.keyBytes);
  return decryptSegments(content, key, data);
};
