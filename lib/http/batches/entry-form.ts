import { createHash } from "node:crypto";

/** A file in an entry of a batch. */
interface EntryFile {
  readonly base64: string;
  readonly name?: string;
  readonly type?: string;
}

/** Thrown for a field of a form that is wrong: its name, and what is wrong with it. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;
const FILE_FIELDS = ["base64", "name", "type"];
const NAME_LIMIT_CHARACTERS = 255;

const ESCAPES: Readonly<Record<string, string>> = { "\n": "%0A", "\r": "%0D", '"': "%22" };
const quoted = (name: string): string => `"${name.replaceAll(/[\n\r"]/g, (letter) => ESCAPES[letter] ?? "")}"`;

const isFile = (value: unknown): value is EntryFile =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.hasOwn(value, "base64");

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === "string";

const fileBytes = (field: string, file: EntryFile): Buffer => {
  const { base64, name, type } = file;
  const unknown = Object.keys(file).find((each) => !FILE_FIELDS.includes(each));
  if (unknown !== undefined)
    throw new FieldError(
      field,
      `has unknown ${unknown.slice(0, 40)}; known fields of a file: ${FILE_FIELDS.join(", ")}.`,
    );
  if (typeof base64 !== "string" || base64.length % 4 !== 0 || !BASE64.test(base64))
    throw new FieldError(`${field}.base64`, `must be base64 with its padding.`);
  if (!isText(name) || (name !== undefined && (name === "" || name.length > NAME_LIMIT_CHARACTERS)))
    throw new FieldError(`${field}.name`, `must have 1 to ${NAME_LIMIT_CHARACTERS} characters.`);
  if (!isText(type) || (type !== undefined && !MEDIA_TYPE.test(type)))
    throw new FieldError(`${field}.type`, `must be a media type, such as application/pdf.`);
  return Buffer.from(base64, "base64");
};

const filePart = (field: string, name: string, file: EntryFile): Buffer[] => {
  const bytes = fileBytes(field, file);
  const head = `; filename=${quoted(file.name ?? "file")}\r\nContent-Type: ${file.type ?? "application/octet-stream"}`;
  return [Buffer.from(`Content-Disposition: form-data; name=${quoted(name)}${head}\r\n\r\n`), bytes];
};

const isInfinite = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).some(isInfinite)
    : value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;

/** A value of an entry as JSON. Throws a FieldError for numbers such as 1e999, of which JSON.stringify makes null. */
export const jsonOf = (field: string, value: unknown): string => {
  const json = JSON.stringify(value);
  if (json.includes("null") && isInfinite(value))
    throw new FieldError(field, `must not have numbers beyond ${Number.MAX_VALUE}.`);
  return json;
};

const textPart = (field: string, name: string, value: unknown): Buffer[] => [
  Buffer.from(`Content-Disposition: form-data; name=${quoted(name)}\r\n\r\n`),
  Buffer.from(typeof value === "string" ? value : jsonOf(field, value)),
];

const partsOf = (field: string, name: string, value: unknown): Buffer[][] => {
  if (isFile(value)) return [filePart(field, name, value)];
  if (Array.isArray(value) && value.length > 0 && value.every(isFile))
    return value.map((file, index) => filePart(`${field}[${index}]`, name, file));
  return [textPart(field, name, value)];
};

/**
 * A form as the body of a request (RFC 7578): an object with `base64` is a file, a list of them several, a text is a text, and
 * all else is JSON. The same form has the same bytes: its boundary is a digest of its parts. Throws a FieldError.
 */
export const formBody = (form: object, where: string): { readonly type: string; readonly bytes: Buffer[] } => {
  const parts = Object.entries(form).flatMap(([name, value]) => partsOf(`${where}.${name.slice(0, 60)}`, name, value));
  const hash = createHash("sha256");
  for (const piece of parts.flat()) hash.update(piece);
  const boundary = `platen-${hash.digest("hex").slice(0, 32)}`;
  const delimiter = Buffer.from(`--${boundary}\r\n`);
  const lineEnd = Buffer.from("\r\n");
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: [...parts.flatMap((part) => [delimiter, ...part, lineEnd]), Buffer.from(`--${boundary}--\r\n`)],
  };
};
