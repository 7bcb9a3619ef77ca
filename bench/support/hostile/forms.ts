import { FORM_TYPE, type HostileInput, multipart } from "./hostile-input.ts";

const MEGABYTE = 1_000_000;
const BOUNDARY = "hostile-input-boundary";

const filled = (unit: string, size = MEGABYTE): string => unit.repeat(Math.floor(size / Buffer.byteLength(unit)));
const part = (head: string, content = "x"): string => `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`;
const form = (...parts: readonly string[]): string => `${parts.join("")}--${BOUNDARY}--\r\n`;
const field = (name: string): string => `Content-Disposition: form-data; name="${name}"`;

const FORMS: Readonly<Record<string, () => string>> = {
  "10,000 parts": () => form(part(field("a")).repeat(10_000)),
  "a head of 1 MB": () => form(part(`${field("file")}\r\nX: ${"a".repeat(MEGABYTE)}`)),
  "a head of semicolons": () => form(part(`Content-Disposition: form-data${filled(";", 8000)}`)),
  "a head of blanks": () => form(part(`Content-Disposition: form-data;${filled(" ", 8000)}`)),
  "a name of 8,000 letters": () => form(part(field("a".repeat(8000)))),
  "headers without end": () => `--${BOUNDARY}\r\n${filled("A: b\r\n")}`,
  "delimiters that nearly match": () => form(part(field("file"), filled(`\r\n--${BOUNDARY.slice(0, -1)}`))),
  "line ends": () => form(part(field("file"), filled("\r\n"))),
  "dashes after the boundary": () => `--${BOUNDARY}${filled("-")}`,
  "a delimiter with blanks": () => `--${BOUNDARY}${" ".repeat(MEGABYTE)}`,
  "a preamble of 1 MB": () => filled("a"),
};

const pagesField = (name: string, make: () => string): HostileInput => ({
  name: `form: ${name}`,
  path: "/v1/pdf/pages/remove",
  type: FORM_TYPE,
  body: () =>
    multipart([
      { name: "file", value: Buffer.from("%PDF-1.4") },
      { name: "pages", value: make() },
    ]),
});

/** Forms that take long to parse, and parts that take long to check. */
export const hostileForms: readonly HostileInput[] = [
  ...Object.entries(FORMS).map(([name, make]) => ({
    name: `form: ${name}`,
    path: "/v1/convert/csv-to-pdf",
    type: FORM_TYPE,
    body: () => Buffer.from(make()),
  })),
  pagesField("500,000 pages", () => `[${filled("1,")}1]`),
  pagesField("pages below 0", () => `[${filled("-1,", 290_000)}-1]`),
  pagesField("nested lists", () => filled("[")),
  {
    name: "form: options of 1 MB",
    path: "/v1/convert/csv-to-pdf",
    type: FORM_TYPE,
    body: () =>
      multipart([
        { name: "file", value: Buffer.from("a,b\n1,2\n") },
        { name: "options", value: `{"format":"${"A".repeat(MEGABYTE)}"}` },
      ]),
  },
];
