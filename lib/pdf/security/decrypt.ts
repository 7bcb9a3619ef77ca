import { ServiceError } from "../../errors/service-error.ts";
import { bytesAt, dictAt, get, nameAt, numberAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { filtersOf } from "../filters/decode.ts";
import { type Dict, Name, Stream, type Value } from "../objects.ts";
import { aesDecryptPadded, md5, rc4 } from "./ciphers.ts";
import { fileKey, type KeyData, type OpenedKey } from "./keys.ts";
import { passwordCandidates } from "./passwords.ts";
import { WrongPassword } from "./wrong-password.ts";

/** The error for a file that needs a password, or a security handler other than the standard one. */
const encryptionError = (how: string, options?: ErrorOptions): ServiceError =>
  new ServiceError("INVALID_REQUEST", `The PDF is encrypted ${how}.`, { ...options, reason: "document-encrypted" });

/** The error for a file whose attachments alone need a password. */
export const attachmentsNeedPassword = (): ServiceError => encryptionError("with a password for its attachments");

export interface Decryptor {
  /** Decrypts an object in place, by its number and generation. */
  decrypt(value: Value, number: number, generation: number): Value;
  /** Whether only attachments are encrypted; they are decrypted to null. */
  attachmentsOnly: boolean;
  /** Whether the empty password does not open the file. */
  needsPassword: boolean;
  /** The cipher, and the entry `P` of the encryption dictionary. */
  readonly encryption: Encryption;
}

/** How a file is encrypted: the cipher of its streams, and the bits of what it allows (ISO 32000-2, table 22). */
export interface Encryption {
  readonly cipher: "RC4" | "AES-128" | "AES-256";
  readonly permissionBits: number;
}

const CIPHERS = { V2: "RC4", AESV2: "AES-128", AESV3: "AES-256" } as const;

type Method = "V2" | "AESV2" | "AESV3" | undefined;

/** The method of a crypt filter in the encryption dictionary; undefined for data that is not encrypted. */
const methodNamed = (dict: Dict, name: string): Method => {
  const method = nameAt(dictAt(dictAt(dict, "CF"), name), "CFM");
  return method === "V2" || method === "AESV2" || method === "AESV3" ? method : undefined;
};

/** The method for a kind of data: `StmF` for streams, `StrF` for strings, `EFF` for embedded files. */
const methodFor = (dict: Dict, kind: string): Method =>
  (numberAt(dict, "V") ?? 0) < 4 ? "V2" : methodNamed(dict, nameAt(dict, kind) ?? "Identity");

/** The key lengths in bytes that a number may mean: it should be in bits, but some writers state bytes. */
const plausibleKeyBytes = (length: number | undefined): number[] =>
  length === undefined ? [] : [length >> 3, length].filter((bytes) => bytes >= 5 && bytes <= 16);

/** The key lengths in bytes to try, the likeliest first: writers of version 4 do not agree. */
const keyLengths = (dict: Dict): number[] => {
  const version = numberAt(dict, "V") ?? 0;
  const stated = numberAt(dict, "Length");
  if (version < 2) return [5];
  if (version !== 4) return [...new Set([...plausibleKeyBytes(stated).slice(0, 1), 5, 16])];
  const filter = dictAt(dictAt(dict, "CF"), nameAt(dict, "StmF") ?? "StdCF");
  return [...new Set([16, ...plausibleKeyBytes(stated), ...plausibleKeyBytes(numberAt(filter, "Length"))])];
};

const decipher = (method: Method, key: Uint8Array, number: number, generation: number) => {
  if (method === "AESV3") return (data: Uint8Array): Uint8Array => aesDecryptPadded(key, data);
  const numberBytes = Buffer.from([number, number >> 8, number >> 16, generation, generation >> 8]);
  const salt = method === "AESV2" ? Buffer.from("sAlT") : Buffer.alloc(0);
  const objectKey = md5(key, numberBytes, salt).subarray(0, Math.min(key.length + 5, 16));
  return (data: Uint8Array): Uint8Array =>
    method === "AESV2" ? aesDecryptPadded(objectKey, data) : rc4(objectKey, data);
};

/** What decrypting a string costs, in units of the budget. */
const STRING_COST = 16;

/** Replaces every string in a value by the function's result. */
const mapStrings = (value: Value, transform: (bytes: Uint8Array) => Uint8Array): Value => {
  if (value instanceof Uint8Array) return transform(value);
  if (Array.isArray(value)) {
    for (const [at, entry] of value.entries()) value[at] = mapStrings(entry, transform);
  } else if (value instanceof Map) {
    for (const [key, entry] of value) value.set(key, mapStrings(entry, transform));
  } else if (value instanceof Stream) mapStrings(value.dict, transform);
  return value;
};

/** The name of a stream's crypt filter, if that is its first filter; the filter is removed. */
export const takeCryptFilter = (stream: Stream): string | undefined => {
  const [first, ...rest] = filtersOf(stream);
  if (first?.name !== "Crypt") return undefined;
  stream.dict.set(
    "Filter",
    rest.map(({ name }) => new Name(name)),
  );
  stream.dict.set(
    "DecodeParms",
    rest.map(({ parms }) => parms ?? null),
  );
  return nameAt(first.parms, "Name") ?? "Identity";
};

const XML_BEGINNING = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\0\t\n\r ]*</;
const XML_BEGINNING_BYTES = 64;

/**
 * Whether metadata is not encrypted, in a file that says so of its metadata. That is about the document's (ISO 32000-2, table 21);
 * some programs do not encrypt that of its parts either, and others do. RFC 1950 tells deflated data by its first two bytes.
 */
const isPlainMetadata = (stream: Stream): boolean => {
  const [first] = filtersOf(stream);
  const [method = 0, flags = 0] = stream.data;
  if (first?.name === "FlateDecode") return (method & 15) === 8 && (256 * method + flags) % 31 === 0;
  const beginning = Buffer.from(stream.data.subarray(0, XML_BEGINNING_BYTES)).toString("latin1");
  return first !== undefined || XML_BEGINNING.test(beginning);
};

const methodOf = (encrypt: Dict, stream: Stream, encryptMetadata: boolean): Method => {
  const type = nameAt(stream, "Type");
  const filterName = takeCryptFilter(stream);
  if (filterName !== undefined) return methodNamed(encrypt, filterName);
  if (type === "XRef" || (type === "Metadata" && !encryptMetadata && isPlainMetadata(stream))) return undefined;
  return methodFor(encrypt, type === "EmbeddedFile" && encrypt.has("EFF") ? "EFF" : "StmF");
};

/**
 * The file's key, if a password is right. In version 4 a shorter key is padded with zeros, though no standard says so. Throws
 * INVALID_REQUEST for damaged key data.
 */
const keyOf = (data: Omit<KeyData, "length">, encrypt: Dict, password: Uint8Array): OpenedKey | undefined => {
  try {
    for (const length of keyLengths(encrypt)) {
      const opened = fileKey({ ...data, length }, password);
      if (opened === undefined) continue;
      const { key, isOwners } = opened;
      return {
        isOwners,
        key: numberAt(encrypt, "V") === 4 ? Buffer.concat([key, Buffer.alloc(16 - key.length)]) : key,
      };
    }
    return undefined;
  } catch (error) {
    throw encryptionError("and its key data are damaged", { cause: error });
  }
};

/** The values that the file's key is derived from. */
const keyDataOf = (encrypt: Dict, id: Value | undefined): Omit<KeyData, "length"> => {
  if (nameAt(encrypt, "Filter") !== "Standard") throw encryptionError("with an unsupported security handler");
  const owner = bytesAt(encrypt, "O");
  const user = bytesAt(encrypt, "U");
  if (owner === undefined || user === undefined) throw encryptionError("and its key data are damaged");
  const ids = resolve(id);
  const firstId = Array.isArray(ids) ? resolve(ids[0]) : undefined;
  return {
    revision: numberAt(encrypt, "R") ?? 2,
    owner,
    user,
    ownerKey: bytesAt(encrypt, "OE"),
    userKey: bytesAt(encrypt, "UE"),
    permissions: (numberAt(encrypt, "P") ?? 0) | 0,
    encryptMetadata: get(encrypt, "EncryptMetadata") !== false,
    id: firstId instanceof Uint8Array ? firstId : new Uint8Array(0),
  };
};

/** The key that a given or the empty password opens, and whether the empty one does not. Each password takes slow hashes. */
const openKey = (
  encrypt: Dict,
  id: Value | undefined,
  password: string,
): { readonly key: Uint8Array | undefined; readonly needsPassword: boolean } => {
  const data = keyDataOf(encrypt, id);
  const opensEmpty = () => keyOf(data, encrypt, new Uint8Array(0));
  for (const candidate of password === "" ? [] : passwordCandidates(password, data.revision)) {
    const opened = keyOf(data, encrypt, candidate);
    if (opened === undefined) continue;
    const { key, isOwners } = opened;
    return { key, needsPassword: candidate.length > 0 && !(isOwners && opensEmpty() !== undefined) };
  }
  const opened = opensEmpty();
  return { key: opened?.key, needsPassword: opened === undefined };
};

/**
 * Creates the decryptor of the standard security handler for the empty or the given password of the user or the owner: RC4
 * with 40 to 128 bits, AES with 128 and 256. A file with only encrypted attachments is opened without them. Throws
 * INVALID_REQUEST if another password is needed.
 */
export const createDecryptor = (
  encrypt: Dict,
  id: Value | undefined,
  budget: Budget,
  password: string = "",
): Decryptor => {
  const streams = methodFor(encrypt, "StmF");
  const strings = methodFor(encrypt, "StrF");
  const encryptMetadata = get(encrypt, "EncryptMetadata") !== false;
  const { key, needsPassword } = openKey(encrypt, id, password);
  const encryption: Encryption = {
    cipher: CIPHERS[streams ?? strings ?? methodFor(encrypt, "EFF") ?? "V2"],
    permissionBits: (numberAt(encrypt, "P") ?? 0) | 0,
  };
  if (key === undefined) {
    if (password !== "" || streams !== undefined || strings !== undefined) {
      throw password === "" ? encryptionError("with a password") : new WrongPassword();
    }
    const decrypt: Decryptor["decrypt"] = (value) =>
      value instanceof Stream && methodOf(encrypt, value, true) !== undefined ? null : value;
    return { decrypt, attachmentsOnly: true, needsPassword, encryption };
  }
  const stringDecipher = (method: Method, number: number, generation: number) => {
    const decrypted = decipher(method, key, number, generation);
    return (data: Uint8Array): Uint8Array => {
      budget.spendValues(STRING_COST);
      return decrypted(data);
    };
  };
  const decrypt: Decryptor["decrypt"] = (stored, number, generation) => {
    const value = strings === undefined ? stored : mapStrings(stored, stringDecipher(strings, number, generation));
    if (!(value instanceof Stream)) return value;
    const method = methodOf(encrypt, value, encryptMetadata);
    if (method === undefined) return value;
    budget.spendBytes(value.data.length);
    value.data = decipher(method, key, number, generation)(value.data);
    return value;
  };
  return { decrypt, attachmentsOnly: false, needsPassword, encryption };
};
