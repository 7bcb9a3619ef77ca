import multipart from "@middy/http-multipart-body-parser";
import type { Part } from "../contract.ts";
import { ServiceError } from "../errors.ts";

const BOUNDARY = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i;
const NAMED = /^content-disposition:[ \t]*form-data[^\r\n]*;[ \t]*name=("[^"\r\n]+"|[^\s";]+)/im;
const MOST_PARTS = 100;
const MOST_HEADER_BYTES = 16_384;
const [CR, LF, DASH] = [13, 10, 45];

const malformed = (what: string) => new ServiceError("INVALID_REQUEST", `The form is malformed: ${what}.`);

/**
 * Walks over a form's delimiters without copying (RFC 2046, section 5.1.1) and throws INVALID_REQUEST at the first
 * that is not right: the parser behind it crashes or hangs on bodies that this refuses.
 */
const assertWellFormed = (body: Buffer, boundary: string): void => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const opening = delimiter.subarray(2);
  let at = body.subarray(0, opening.length).equals(opening)
    ? opening.length
    : body.indexOf(delimiter) + delimiter.length;
  if (at === delimiter.length - 1) throw malformed("its boundary is not in the body");
  for (let parts = 0; ; parts++) {
    if (body[at] === DASH && body[at + 1] === DASH) {
      if (parts === 0) throw malformed("it has no part");
      return;
    }
    if (body[at] !== CR || body[at + 1] !== LF) throw malformed("a delimiter is broken");
    const headers = body.indexOf("\r\n\r\n", at);
    const next = body.indexOf(delimiter, at);
    if (next < 0) throw malformed("it ends before its last delimiter");
    if (headers < 0 || headers > next) throw malformed("a part has no headers");
    if (headers - at > MOST_HEADER_BYTES) throw malformed("a part's headers are too long");
    if (!NAMED.test(body.toString("latin1", at, headers))) throw malformed("a part has no name");
    if (parts >= MOST_PARTS) throw malformed(`it has more than ${MOST_PARTS} parts`);
    at = next + delimiter.length;
  }
};

interface Parsed {
  readonly filename: string | undefined;
  readonly mimetype: string;
  readonly content: Buffer;
}

/** Parts are all taken as files: as text the parser would keep only the last of a name, and cut it at 1 MiB. */
const parser = multipart({
  disableContentTypeCheck: true,
  busboy: { isPartAFile: () => true, limits: { parts: MOST_PARTS, fileSize: Number.POSITIVE_INFINITY } },
});

const toPart = ({ filename, mimetype, content }: Parsed): Part => ({ name: filename, type: mimetype, bytes: content });

/** The boundary that a form's content type names, if it names one. */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? plain;
};

/** Gives a body's memory back at once: no collector hurries for it while a large job waits for memory in another thread. */
const release = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/**
 * The parts of a form by name, one or several in order of sending, and the form's own bytes used up; throws INVALID_REQUEST
 * where it is malformed.
 */
export const readForm = async (body: Buffer, contentType: string): Promise<Record<string, Part | Part[]>> => {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) throw malformed("its content type names no boundary");
  assertWellFormed(body, boundary);
  const event = { headers: { "content-type": `multipart/form-data; boundary="${boundary}"` }, body };
  try {
    await parser.before!({ event } as never);
  } catch {
    // What the parser throws carries the whole body, which nobody is to log.
    throw malformed("its parts cannot be read");
  }
  release(body); // its parts are copies
  const parts = event.body as unknown as Record<string, Parsed | Parsed[]>;
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      // The parser puts the newest of several first.
      Array.isArray(part) ? part.map(toPart).reverse() : toPart(part),
    ]),
  );
};
