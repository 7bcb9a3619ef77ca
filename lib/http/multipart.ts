import multipart from "@middy/http-multipart-body-parser";
import type { Part } from "../contract.ts";
import { MOST_PARTS, malformed, type Place } from "./form-walk.ts";

const BOUNDARY = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i;

interface Parsed {
  readonly filename: string | undefined;
  readonly mimetype: string;
  readonly content: Buffer;
}

/** Parts are all taken as files: as text the parser would keep only the last of a name. */
const parser = multipart({
  disableContentTypeCheck: true,
  busboy: { isPartAFile: () => true, limits: { parts: MOST_PARTS, fileSize: Number.POSITIVE_INFINITY } },
});

/** The boundary that a form's content type names, if it names one. */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? plain;
};

/** The same form, with each part's number in the place of its content: the parser, which copies, reads heads alone. */
const numbered = (places: readonly Place[], boundary: string): Buffer => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts = places.flatMap(({ head }, number) => [delimiter, Buffer.from(`${head}\r\n\r\n${number}`, "latin1")]);
  return Buffer.concat([...parts, delimiter, Buffer.from("--\r\n")]).subarray(2);
};

/**
 * The parts of a form by name, one or several in order of sending, each a view of the form's own bytes; throws
 * INVALID_REQUEST where a head cannot be read.
 */
export const readParts = async (
  body: Buffer,
  places: readonly Place[],
  boundary: string,
): Promise<Record<string, Part | Part[]>> => {
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  const event = { headers, body: numbered(places, boundary) };
  try {
    await parser.before!({ event } as never);
  } catch {
    // What the parser throws carries the whole body, which nobody is to log.
    throw malformed("its parts cannot be read");
  }
  const toPart = ({ filename, mimetype, content }: Parsed): Part => {
    const { begin, end } = places[Number(content.toString())]!;
    return { name: filename, type: mimetype, bytes: body.subarray(begin, end) };
  };
  const parts = event.body as unknown as Record<string, Parsed | Parsed[]>;
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      // The parser puts the newest of several first.
      Array.isArray(part) ? part.map(toPart).reverse() : toPart(part),
    ]),
  );
};
