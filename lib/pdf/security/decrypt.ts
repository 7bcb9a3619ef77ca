import { bytesAt, dictAt, get, nameAt, numberAt, resolve } from "../access.ts";
import { filtersOf } from "../filters/decode.ts";
import { type Dict, Name, Stream, type Value } from "../objects.ts";
import { aesOpen, md5, rc4 } from "./ciphers.ts";
import { fileKey } from "./keys.ts";

/** Thrown when only a password, or a handler that we do not have, opens the file. */
export class Locked extends Error {
  override readonly name = "Locked";
}

/** Decrypts an object as it is read, in place; knows its number and generation. */
export type Decrypt = (value: Value, number: number, generation: number) => Value;

type Method = "V2" | "AESV2" | "AESV3" | undefined;

/** The method that a crypt filter names; undefined where data stay as they are. */
const methodOf = (dict: Dict, filter: string): Method => {
  if ((numberAt(dict, "V") ?? 0) < 4) return "V2";
  const name = nameAt(dict, filter) ?? "Identity";
  const method = nameAt(dictAt(dictAt(dict, "CF"), name), "CFM");
  return method === "V2" || method === "AESV2" || method === "AESV3" ? method : undefined;
};

const keyLength = (dict: Dict): number => {
  const version = numberAt(dict, "V") ?? 0;
  if (version === 4) return 16;
  const bytes = (numberAt(dict, "Length") ?? 40) >> 3;
  return version < 2 || bytes < 5 ? 5 : Math.min(bytes, 16);
};

const decipher = (method: Method, key: Uint8Array, number: number, generation: number) => {
  if (method === "AESV3") return (data: Uint8Array): Uint8Array => aesOpen(key, data);
  const place = Buffer.from([number, number >> 8, number >> 16, generation, generation >> 8]);
  const salt = method === "AESV2" ? Buffer.from("sAlT") : Buffer.alloc(0);
  const own = md5(key, place, salt).subarray(0, Math.min(key.length + 5, 16));
  return (data: Uint8Array): Uint8Array => (method === "AESV2" ? aesOpen(own, data) : rc4(own, data));
};

/** Replaces every string in a value by what the function makes of it. */
const mapStrings = (value: Value, change: (bytes: Uint8Array) => Uint8Array): Value => {
  if (value instanceof Uint8Array) return change(value);
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = mapStrings(value[at]!, change);
  } else if (value instanceof Map) {
    for (const [key, entry] of value) value.set(key, mapStrings(entry, change));
  } else if (value instanceof Stream) mapStrings(value.dict, change);
  return value;
};

/** A stream with /Crypt as its first filter says itself how it is encrypted: in practice, that it is not. */
const dropCrypt = (stream: Stream): boolean => {
  const filters = filtersOf(stream);
  if (filters[0]?.name !== "Crypt") return false;
  stream.dict.set(
    "Filter",
    filters.slice(1).map(({ name }) => new Name(name)),
  );
  stream.dict.set(
    "DecodeParms",
    filters.slice(1).map(({ parms }) => parms ?? null),
  );
  return true;
};

/**
 * Opens the standard security handler with the empty user (or owner) password: RC4 of 40 to 128 bits, AES of 128 and
 * 256. A file of which only the attachments are encrypted opens without a password; the attachments stay as they are.
 */
export const decryption = (encrypt: Dict, id: Value | undefined): Decrypt => {
  if (nameAt(encrypt, "Filter") !== "Standard")
    throw new Locked("The PDF is encrypted in a way that is not supported.");
  const owner = bytesAt(encrypt, "O");
  const user = bytesAt(encrypt, "U");
  if (owner === undefined || user === undefined) throw new Locked("The PDF is encrypted and its key data are damaged.");
  const streams = methodOf(encrypt, "StmF");
  const strings = methodOf(encrypt, "StrF");
  const files = encrypt.has("EFF") ? methodOf(encrypt, "EFF") : streams;
  const encryptMetadata = get(encrypt, "EncryptMetadata") !== false;
  const ids = resolve(id);
  const firstId = Array.isArray(ids) ? resolve(ids[0]) : undefined;
  const key = fileKey({
    revision: numberAt(encrypt, "R") ?? 2,
    length: keyLength(encrypt),
    owner,
    user,
    ownerKey: bytesAt(encrypt, "OE"),
    userKey: bytesAt(encrypt, "UE"),
    permissions: (numberAt(encrypt, "P") ?? 0) | 0,
    encryptMetadata,
    id: firstId instanceof Uint8Array ? firstId : new Uint8Array(0),
  });
  if (key === undefined) {
    if (streams !== undefined || strings !== undefined) throw new Locked("The PDF is encrypted with a password.");
    return (value) => value;
  }
  return (stored, number, generation) => {
    const value = strings === undefined ? stored : mapStrings(stored, decipher(strings, key, number, generation));
    if (!(value instanceof Stream)) return value;
    const type = nameAt(value, "Type");
    const method = type === "EmbeddedFile" ? files : streams;
    const open = type === "XRef" || (type === "Metadata" && !encryptMetadata) || dropCrypt(value);
    if (!open && method !== undefined) value.data = decipher(method, key, number, generation)(value.data);
    return value;
  };
};
