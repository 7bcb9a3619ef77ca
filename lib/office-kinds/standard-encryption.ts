import { createDecipheriv, createHash } from "node:crypto";

const SPIN_COUNT = 50_000;
const SALT_BYTES = 16;
const VERIFIER_BYTES = 16;
const HASH_BYTES = 20;
const HASH_BLOCK_BYTES = 64;

const sha1 = (...pieces: readonly Buffer[]): Buffer => {
  const hash = createHash("sha1");
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
};

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const keyOf = (password: string, salt: Buffer, keyBytes: number): Buffer => {
  let hash = sha1(salt, Buffer.from(password, "utf16le"));
  const step = Buffer.alloc(4 + HASH_BYTES);
  for (let round = 0; round < SPIN_COUNT; round++) {
    step.writeUInt32LE(round);
    hash.copy(step, 4);
    hash = sha1(step);
  }
  hash = sha1(hash, number(0));
  const half = (fill: number): Buffer => {
    const block = Buffer.alloc(HASH_BLOCK_BYTES, fill);
    for (const [at, byte] of hash.entries()) block[at]! ^= byte;
    return sha1(block);
  };
  return Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBytes);
};

const decrypt = (key: Buffer, content: Buffer): Buffer => {
  const decipher = createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  const whole = content.subarray(0, content.length - (content.length % 16));
  return Buffer.concat([decipher.update(whole), decipher.final()]);
};

/**
 * Decrypts a package with "standard" encryption (MS-OFFCRYPTO, 2.3.4.5 to 2.3.4.9); undefined for a wrong password. `info` is
 * the stream EncryptionInfo, `content` the encrypted bytes. A RangeError or another error for damage.
 */
export const decryptStandard = (info: Buffer, content: Buffer, password: string): Buffer | undefined => {
  const headerBytes = info.readUInt32LE(8);
  const keyBytes = info.readUInt32LE(12 + 16) / 8 || 16;
  const verifier = 12 + headerBytes;
  const salt = info.subarray(verifier + 4, verifier + 4 + SALT_BYTES);
  const input = verifier + 4 + SALT_BYTES;
  const hashStart = input + VERIFIER_BYTES + 4;
  const key = keyOf(password, salt, keyBytes);
  const expected = decrypt(key, info.subarray(hashStart, hashStart + 32)).subarray(0, HASH_BYTES);
  const actual = sha1(decrypt(key, info.subarray(input, input + VERIFIER_BYTES)));
  return actual.equals(expected) ? decrypt(key, content) : undefined;
};
