import { createCipheriv, createDecipheriv, createHash, createSecretKey, hash as hashAtOnce } from "node:crypto";

export const md5 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The SHA-2 digest of the parts, of 256, 384 or 512 bits. */
export const sha2 = (bits: 256 | 384 | 512, ...parts: Uint8Array[]): Buffer => {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return hashAtOnce(`sha${bits}`, first, "buffer");
  const hash = createHash(`sha${bits}`);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const RC4_FIRST_STATE = Uint8Array.from({ length: 256 }, (_, index) => index);

/** RC4, which OpenSSL no longer provides; encryption and decryption are the same. */
export const rc4 = (key: Uint8Array, data: Uint8Array): Buffer => {
  if (data.length === 0) return Buffer.alloc(0);
  const state = RC4_FIRST_STATE.slice();
  let b = 0;
  for (let a = 0; a < 256; a++) {
    const held = state[a]!;
    b = (b + held + key[a % key.length]!) & 255;
    state[a] = state[b]!;
    state[b] = held;
  }
  const out = Buffer.allocUnsafe(data.length);
  let a = 0;
  b = 0;
  for (let at = 0; at < data.length; at++) {
    a = (a + 1) & 255;
    const held = state[a]!;
    b = (b + held) & 255;
    const swapped = state[b]!;
    state[a] = swapped;
    state[b] = held;
    out[at] = data[at]! ^ state[(held + swapped) & 255]!;
  }
  return out;
};

// Node takes five times as long to make a cipher of the bytes of a key as of a key object.
const cbcCipher = (key: Uint8Array, iv: Uint8Array) =>
  createCipheriv(key.length === 32 ? "aes-256-cbc" : "aes-128-cbc", createSecretKey(key), iv);

const cbcDecipher = (key: Uint8Array, iv: Uint8Array) =>
  createDecipheriv(key.length === 32 ? "aes-256-cbc" : "aes-128-cbc", createSecretKey(key), iv);

/** Decrypts AES-CBC without padding, with a key of 128 or 256 bits. */
export const aesDecrypt = (key: Uint8Array, iv: Uint8Array, data: Uint8Array): Buffer => {
  const cipher = cbcDecipher(key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
};

/** Encrypts AES-CBC without padding, with a key of 128 or 256 bits. */
export const aesEncrypt = (key: Uint8Array, iv: Uint8Array, data: Uint8Array): Buffer =>
  // Without padding, nothing is left for the end.
  cbcCipher(key, iv).setAutoPadding(false).update(data);

/** Encrypts strings and streams with AES-256: the result begins with the initialisation vector and ends with padding. */
export const aesEncryptPadded = (key: Uint8Array, iv: Uint8Array, data: Uint8Array): Buffer => {
  const cipher = cbcCipher(key, iv);
  return Buffer.concat([iv, cipher.update(data), cipher.final()]);
};

/** Encrypts one block of 16 bytes with AES-256. */
export const aes256EncryptBlock = (key: Uint8Array, block: Uint8Array): Buffer =>
  createCipheriv("aes-256-ecb", createSecretKey(key), null).setAutoPadding(false).update(block);

/** Decrypts strings and streams: their data begins with the initialisation vector and ends with padding. */
export const aesDecryptPadded = (key: Uint8Array, data: Uint8Array): Buffer => {
  const encryptedLength = (data.length - 16) & ~15;
  if (encryptedLength < 16) return Buffer.alloc(0);
  const plain = aesDecrypt(key, data.subarray(0, 16), data.subarray(16, 16 + encryptedLength));
  const padding = plain.readUInt8(plain.length - 1);
  return padding >= 1 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain;
};
