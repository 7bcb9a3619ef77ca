import { randomId } from "./random-id.ts";
import type { NamedBlob } from "./source.ts";

/** A body with its media type. */
export interface Body {
  readonly type: string;
  readonly content: Blob;
}

/** A part of a form: a text, or a file. */
export interface FormPart {
  readonly name: string;
  readonly value: string | NamedBlob;
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "%0A", "\r": "%0D", '"': "%22" };

/** A name within quotes, as HTML's "multipart/form-data encoding algorithm" writes it. */
const quoted = (name: string): string => `"${name.replaceAll(/[\n\r"]/g, (letter) => ESCAPES[letter]!)}"`;

const headOf = ({ name, value }: FormPart): string => {
  const disposition = `Content-Disposition: form-data; name=${quoted(name)}`;
  if (typeof value === "string") return `${disposition}\r\n\r\n`;
  const fileName = value.name === undefined ? "" : `; filename=${quoted(value.name)}`;
  return `${disposition}${fileName}\r\nContent-Type: application/octet-stream\r\n\r\n`;
};

/**
 * A form as a body (RFC 7578). It refers to its files and does not copy them, so files on a disk stay there. Unlike the body
 * that `fetch` makes of a `FormData`, it has a length.
 */
export const formBody = (parts: readonly FormPart[]): Body => {
  const boundary = `platen-${randomId()}`;
  const pieces = parts.flatMap((part) => [
    `--${boundary}\r\n${headOf(part)}`,
    typeof part.value === "string" ? part.value : part.value.blob,
    "\r\n",
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, content: new Blob([...pieces, `--${boundary}--\r\n`]) };
};
