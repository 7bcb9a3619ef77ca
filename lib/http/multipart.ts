import multipart from "@middy/http-multipart-body-parser";
import type { Part } from "../contract/contract.ts";
import { malformed, PARTS_LIMIT, type PartPosition } from "./form-reader.ts";

const BOUNDARY = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i;

interface ParsedPart {
  readonly filename: string | undefined;
  readonly mimetype: string;
  readonly content: Buffer;
}

/** All parts are parsed as files, because of several text parts with one name the parser would keep only the last. */
const parser = multipart({
  disableContentTypeCheck: true,
  busboy: {
    isPartAFile: () => true,
    preservePath: true,
    limits: { parts: PARTS_LIMIT, fileSize: Number.POSITIVE_INFINITY },
  },
});

/** A file name without its folders (RFC 7578, section 4.2). */
const nameAtEnd = (path: string): string => path.replace(/^.*[/\\]/s, "").replace(/^\.\.?$/, "");

/** The boundary that a form's content type names, if it names one. */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? plain;
};

/** The same form with the number of each part instead of its content. The parser copies what it reads, so it gets only the heads. */
const formOfPartNumbers = (places: readonly PartPosition[], boundary: string): Buffer => {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts = places.flatMap(({ head }, number) => [delimiter, Buffer.from(`${head}\r\n\r\n${number}`, "latin1")]);
  return Buffer.concat([...parts, delimiter, Buffer.from("--\r\n")]).subarray(2);
};

/**
 * The parts of a form by name; several parts of one name are in the order of sending. Each is a view of the bytes of the
 * form. Throws INVALID_REQUEST if a head cannot be read.
 */
export const readParts = async (
  body: Buffer,
  places: readonly PartPosition[],
  boundary: string,
): Promise<Record<string, Part | Part[]>> => {
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  const event = { headers, body: formOfPartNumbers(places, boundary) };
  try {
    await parser.before?.({ event } as never);
  } catch {
    // The parser's error holds the whole body, which must not be logged.
    throw malformed("its parts cannot be read");
  }
  const toPart = ({ filename, mimetype, content }: ParsedPart): Part => {
    const place = places[Number(content.toString())];
    if (place === undefined) throw malformed("its parts cannot be read");
    const name = filename && nameAtEnd(filename);
    return { name, path: filename, type: mimetype, bytes: body.subarray(place.begin, place.end) };
  };
  const parts = event.body as unknown as Record<string, ParsedPart | ParsedPart[]>;
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      // The parser returns parts of one name in reverse order.
      Array.isArray(part) ? part.map(toPart).reverse() : toPart(part),
    ]),
  );
};
