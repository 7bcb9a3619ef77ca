import { aesDecrypt, aesEncrypt, md5, rc4, sha2 } from "./ciphers.ts";

/** The values of the encryption dictionary and the trailer that the file's key is derived from. */
export interface KeyData {
  revision: number;
  /** Length of the key in bytes. */
  length: number;
  owner: Uint8Array;
  user: Uint8Array;
  ownerKey: Uint8Array | undefined;
  userKey: Uint8Array | undefined;
  permissions: number;
  encryptMetadata: boolean;
  id: Uint8Array;
}

const EMPTY = new Uint8Array(0);
const PASSWORD_PADDING = Buffer.from("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A", "hex");

const isEqualBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const xorEach = (key: Uint8Array, mask: number): Uint8Array => key.map((byte) => byte ^ mask);

/** Parts in their order, several times. */
const repeated = (times: number, ...parts: Uint8Array[]): Buffer => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = Buffer.allocUnsafe(times * length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  for (; at < bytes.length; at *= 2) bytes.copyWithin(at, 0, at);
  return bytes;
};

/** How often the input of a round is repeated. */
const REPETITIONS = 64;

/**
 * The hash of a password in revisions 5 and 6 (ISO 32000-2, 7.6.4.3.4, algorithm 2.B). `user` is the user entry for an
 * owner's password, else empty.
 */
export const hashPassword = (
  revision: number,
  password: Uint8Array,
  salt: Uint8Array,
  user: Uint8Array = EMPTY,
): Buffer => {
  let key = sha2(256, password, salt, user);
  if (revision < 6) return key;
  for (let round = 0; ; round++) {
    const encrypted = aesEncrypt(key.subarray(0, 16), key.subarray(16, 32), repeated(REPETITIONS, password, key, user));
    let remainder = 0;
    for (let at = 0; at < 16; at++) remainder += encrypted.readUInt8(at);
    key = sha2([256, 384, 512][remainder % 3] as 256 | 384 | 512, encrypted);
    if (round >= 63 && encrypted.readUInt8(encrypted.length - 1) <= round - 31) return key.subarray(0, 32);
  }
};

/** The file's key, and whether the owner's password has opened it. */
export interface OpenedKey {
  readonly key: Uint8Array;
  readonly isOwners: boolean;
}

/** The key of revisions 5 and 6 (AES-256), which is stored encrypted once for the user and once for the owner. */
const aes256Key = (data: KeyData, password: Uint8Array): OpenedKey | undefined => {
  const user = data.user.subarray(0, 48);
  const owner = data.owner.subarray(0, 48);
  const candidates = [
    { entry: user, salted: EMPTY, sealed: data.userKey, isOwners: false },
    { entry: owner, salted: user, sealed: data.ownerKey, isOwners: true },
  ];
  for (const { entry, salted, sealed, isOwners } of candidates) {
    if (sealed === undefined) continue;
    const hashWith = (salt: Uint8Array) => hashPassword(data.revision, password, salt, salted);
    if (!isEqualBytes(hashWith(entry.subarray(32, 40)), entry.subarray(0, 32))) continue;
    const key = aesDecrypt(hashWith(entry.subarray(40, 48)), Buffer.alloc(16), sealed.subarray(0, 32));
    return { key, isOwners };
  }
  return undefined;
};

/** The bytes of a password of revisions 2 to 4, padded to 32. */
const padPassword = (password: Uint8Array): Uint8Array => Buffer.concat([password, PASSWORD_PADDING]).subarray(0, 32);

/** The key of revisions 2 to 4 for a password (algorithm 2). */
const keyFromPassword = (data: KeyData, password: Uint8Array): Uint8Array => {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(data.permissions);
  const metadata = data.revision >= 4 && !data.encryptMetadata ? Buffer.alloc(4, 255) : EMPTY;
  let key = md5(padPassword(password), data.owner.subarray(0, 32), permissions, data.id, metadata);
  if (data.revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, data.length));
  return key.subarray(0, data.length);
};

/** Whether a key belongs to the user password (algorithms 4 to 6). */
const isUserKey = (data: KeyData, key: Uint8Array): boolean => {
  if (data.revision === 2) return isEqualBytes(rc4(key, PASSWORD_PADDING), data.user.subarray(0, 32));
  let check = rc4(key, md5(PASSWORD_PADDING, data.id));
  for (let round = 1; round <= 19; round++) check = rc4(xorEach(key, round), check);
  return isEqualBytes(check, data.user.subarray(0, 16));
};

/** The user password that an owner's password decrypts (algorithm 7). */
const passwordOfOwner = (data: KeyData, owner: Uint8Array): Uint8Array => {
  let key = md5(padPassword(owner));
  if (data.revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, data.length));
  key = key.subarray(0, data.length);
  let password: Uint8Array = data.owner.subarray(0, 32);
  if (data.revision === 2) return rc4(key, password);
  for (let round = 19; round >= 0; round--) password = rc4(xorEach(key, round), password);
  return password;
};

/** The file's key if a password is the user's or the owner's; undefined if it is neither. */
export const fileKey = (data: KeyData, password: Uint8Array): OpenedKey | undefined => {
  if (data.revision >= 5) return aes256Key(data, password);
  const key = keyFromPassword(data, password);
  if (isUserKey(data, key)) return { key, isOwners: false };
  const ownerKey = keyFromPassword(data, passwordOfOwner(data, password));
  return isUserKey(data, ownerKey) ? { key: ownerKey, isOwners: true } : undefined;
};
