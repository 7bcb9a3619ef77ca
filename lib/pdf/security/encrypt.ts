import { createHmac, createSecretKey } from "node:crypto";
import { type Dict, makeDict, Name, Stream, type Value } from "../objects.ts";
import { aes256EncryptBlock, aesEncrypt, aesEncryptPadded, sha2 } from "./ciphers.ts";
import { takeCryptFilter } from "./decrypt.ts";
import { hashPassword } from "./keys.ts";
import { encodePassword } from "./passwords.ts";
import type { Permission } from "./permissions.ts";
import { permissionBits } from "./permissions.ts";

const REVISION = 6;
const IV_BYTES = 16;

/** How a file is protected: who may open it, and what those may do who open it as its user. */
export interface Protection {
  readonly userPassword: string;
  readonly ownerPassword: string;
  readonly permissions: readonly Permission[];
}

/** Encrypts the strings and streams of a new file; `dict` is its encryption dictionary. */
export interface Encryptor {
  readonly dict: Dict;
  /** The stream of an object, encrypted, with the strings of its dictionary. */
  stream(stream: Stream, number: number): Stream;
}

/** The entry of a user or owner in the encryption dictionary, and the file's key sealed for them (algorithms 8 and 9). */
const entryOf = (password: Uint8Array, salts: Uint8Array, fileKey: Uint8Array, user?: Uint8Array) => {
  const [validationSalt, keySalt] = [salts.subarray(0, 8), salts.subarray(8, 16)];
  const entry = Buffer.concat([hashPassword(REVISION, password, validationSalt, user), validationSalt, keySalt]);
  return { entry, sealed: aesEncrypt(hashPassword(REVISION, password, keySalt, user), Buffer.alloc(16), fileKey) };
};

/** The permissions, encrypted, so that a change of their bits is found (algorithm 10). */
const sealPermissions = (bits: number, fileKey: Uint8Array, filling: Uint8Array): Buffer => {
  const block = Buffer.alloc(16, 0xff);
  block.writeInt32LE(bits);
  block.write("Tadb", 8, "latin1");
  block.set(filling.subarray(0, 4), 12);
  return aes256EncryptBlock(fileKey, block);
};

/** A copy of a value whose strings are replaced by the function's results. */
const withStrings = (value: Value, transform: (bytes: Uint8Array) => Uint8Array): Value => {
  if (value instanceof Uint8Array) return transform(value);
  if (Array.isArray(value)) return value.map((entry) => withStrings(entry, transform));
  if (!(value instanceof Map)) return value;
  return new Map([...value].map(([key, entry]) => [key, withStrings(entry, transform)]));
};

/**
 * Creates the encryption of a new file with AES-256 (ISO 32000-2, 7.6, revision 6). All that is random elsewhere is derived
 * from the passwords and from `seed`, a digest of the document, so that the same request makes the same bytes: the file's key
 * by the slow hash of both passwords, each initialisation vector by the key and what is encrypted with it.
 */
export const createEncryptor = (protection: Protection, seed: Uint8Array): Encryptor => {
  const [user, owner] = [encodePassword(protection.userPassword), encodePassword(protection.ownerPassword)];
  const derive = (purpose: string, ...parts: Uint8Array[]) => sha2(256, Buffer.from(`${purpose}\0`), seed, ...parts);
  // The parts in clear text reveal nothing of the document to those without the passwords.
  const passwords = Buffer.concat([Buffer.of(user.length), user, owner]);
  const secret = derive("secret", hashPassword(REVISION, passwords, derive("slow hash").subarray(0, 8)));
  const fileKey = derive("file key", secret);
  const bits = permissionBits(protection.permissions);
  const { entry: U, sealed: UE } = entryOf(user, derive("user salts", secret), fileKey);
  const { entry: O, sealed: OE } = entryOf(owner, derive("owner salts", secret), fileKey, U);
  const filter = makeDict({ AuthEvent: new Name("DocOpen"), CFM: new Name("AESV3"), Length: 32 });
  const dict = makeDict({
    Filter: new Name("Standard"),
    V: 5,
    R: REVISION,
    Length: 256,
    CF: makeDict({ StdCF: filter }),
    StmF: new Name("StdCF"),
    StrF: new Name("StdCF"),
    ...{ U, UE, O, OE, P: bits, Perms: sealPermissions(bits, fileKey, derive("filling", secret)) },
  });
  const vectorKey = createSecretKey(derive("vectors", fileKey));
  const encrypt = (data: Uint8Array, number: number): Buffer => {
    const vector = createHmac("sha256", vectorKey).update(`${number} `).update(data).digest().subarray(0, IV_BYTES);
    return aesEncryptPadded(fileKey, vector, data);
  };
  const stream = ({ dict: own, data }: Stream, number: number): Stream => {
    const plain = new Stream(new Map(own), data);
    takeCryptFilter(plain);
    return new Stream(withStrings(plain.dict, (bytes) => encrypt(bytes, number)) as Dict, encrypt(data, number));
  };
  return { dict, stream };
};
