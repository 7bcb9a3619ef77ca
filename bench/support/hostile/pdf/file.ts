import { deflateSync } from "node:zlib";
import { rawStream } from "../../../../test/support/pdf/raw.ts";

/** The largest hostile file. */
export const FILE_MAX_BYTES = 1_048_576;

export const CATALOG = "<</Type/Catalog/Pages 2 0 R>>";
export const PAGES = "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 99 99]>>";
export const PAGE = "<</Type/Page/Parent 2 0 R>>";
/** Two pages, of which one can be removed. */
export const TWO_PAGES = "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 99 99]>>";

/** A text again and again, up to so many bytes. */
export const filled = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));

/** A list of things that depend on their number. */
export const list = (count: number, item: (index: number) => string, separator = ""): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);

/** A stream of a text again and again, compressed `times` times. */
export const packed = (text: string, size: number, dict = "", times = 1): string => {
  let data = Buffer.alloc(size, text, "latin1");
  for (let time = 0; time < times; time++) data = deflateSync(data, { level: 9 });
  return rawStream(data, `${dict}/Filter[${"/FlateDecode".repeat(times)}]`);
};

/** A file without a cross-reference, so that it is scanned. */
export const unindexed = (body: string): Buffer => Buffer.from(`%PDF-1.7\n${body}`, "latin1");

/** The same page twice, so that one can be removed, with content and resources; the objects 5 and on follow. */
export const drawing = (content: string, resources = ""): string[] => [
  CATALOG,
  `<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]/MediaBox[0 0 99 99]/Resources<<${resources}/Properties<</P null>>>>>>`,
  "<</Type/Page/Contents 4 0 R>>",
  content,
];
