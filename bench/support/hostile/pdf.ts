import { textPdf } from "../../../test/support/pdf/raw.ts";
import { FORM_TYPE, type FormPart, type HostileInput, multipart } from "./hostile-input.ts";
import { indexBombs } from "./pdf/cross-reference.ts";
import { drawingBombs } from "./pdf/drawing.ts";
import { encryptionBombs } from "./pdf/encryption.ts";
import { filterBombs } from "./pdf/filters.ts";
import { largeFonts, largeForms } from "./pdf/large-parts.ts";
import { structureBombs } from "./pdf/structure.ts";
import { syntaxBombs } from "./pdf/syntax.ts";

type Files = Readonly<Record<string, () => Buffer>>;

const request = (name: string, path: string, parts: () => readonly FormPart[]): HostileInput => ({
  name,
  path,
  type: FORM_TYPE,
  body: () => multipart(parts()),
});

const merged = (files: Files): HostileInput[] =>
  Object.entries(files).map(([name, make]) =>
    request(`merge: ${name}`, "/v1/pdf/merge", () => [
      { name: "files", value: make() },
      { name: "files", value: textPdf("beside") },
    ]),
  );

/** The same file twice, so that all its names clash. */
const mergedTwice = (files: Files): HostileInput[] =>
  Object.entries(files).map(([name, make]) =>
    request(`merge twice: ${name}`, "/v1/pdf/merge", () => [
      { name: "files", value: make() },
      { name: "files", value: make() },
    ]),
  );

/** Requests that send each file alone, beside other parts of the form. */
const alone =
  (verb: string, path: string, ...others: readonly FormPart[]) =>
  (files: Files): HostileInput[] =>
    Object.entries(files).map(([name, make]) =>
      request(`${verb}: ${name}`, `/v1/pdf/${path}`, () => [{ name: "file", value: make() }, ...others]),
    );

const removed = alone("remove", "pages/remove", { name: "pages", value: "[1]" });
const compressed = alone("compress", "compress");
const drawn = alone("images", "images");
const read = alone("text", "text");
const described = alone("info", "info");
const filled = alone("fill", "fill", { name: "fields", value: '{"field 9999":"Ada"}' });
const flattened = alone("flatten", "flatten");

/** Options that are as large as a request may be. */
const optionBombs: readonly HostileInput[] = [
  request("remove: half a million page numbers", "/v1/pdf/pages/remove", () => [
    { name: "file", value: textPdf("a", "b") },
    { name: "pages", value: `[${"1,".repeat(450_000)}1]` },
  ]),
  request("merge: an order of 400,000 files", "/v1/pdf/merge", () => [
    { name: "files", value: textPdf("a") },
    { name: "files", value: textPdf("b") },
    { name: "order", value: `[${"0,".repeat(400_000)}1]` },
  ]),
];

/** PDFs and requests for the PDF endpoints that cost much, each at most 1 MB (two such files if they are merged). */
export const hostilePdfs: readonly HostileInput[] = [
  ...merged({ ...syntaxBombs, ...indexBombs, ...filterBombs, ...encryptionBombs }),
  ...removed({ ...filterBombs, ...structureBombs }),
  ...mergedTwice(structureBombs),
  ...compressed({ ...drawingBombs, ...filterBombs }),
  ...drawn({ ...drawingBombs, ...filterBombs, ...structureBombs }),
  ...[compressed, drawn, read, described].flatMap((requests) => requests(largeFonts)),
  ...[drawn, read, described, filled, flattened].flatMap((requests) => requests(largeForms)),
  ...optionBombs,
];
