import { FORM_TYPE, type HostileInput, multipart } from "./hostile-input.ts";

const MEGABYTE = 1_000_000;

const filled = (unit: string, size = MEGABYTE): string => unit.repeat(Math.floor(size / Buffer.byteLength(unit)));

const FILES: Readonly<Record<string, () => Buffer>> = {
  "open quotes": () => Buffer.from(filled('"')),
  "an open quote at the end": () => Buffer.from(`${filled("a,b\n")}"`),
  "a cell of 1 MB": () => Buffer.from(filled("a")),
  "a row of 500,000 cells": () => Buffer.from(filled("a,")),
  "500,000 rows": () => Buffer.from(filled("a\n")),
  "delimiters of all kinds": () => Buffer.from(filled(",;\t|")),
  "joined emoji": () => Buffer.from(filled("\u{1f469}\u200d")),
  "combining marks": () => Buffer.from(`a${filled("\u0301")}`),
  "mixed directions": () => Buffer.from(filled("a\u05d0\u202e")),
  "blanks only": () => Buffer.alloc(MEGABYTE, " "),
  "bytes of Shift_JIS": () => Buffer.alloc(MEGABYTE, 0x82),
  "bytes of no encoding": () =>
    Buffer.from(Uint8Array.from({ length: MEGABYTE }, (_, at) => 128 + ((at * 7919) % 127))),
  zeros: () => Buffer.alloc(MEGABYTE),
};

/** CSV files that take long to check or to lay out. */
export const hostileCsv: readonly HostileInput[] = Object.entries(FILES).map(([name, make]) => ({
  name: `csv: ${name}`,
  path: "/v1/convert/csv-to-pdf",
  type: FORM_TYPE,
  body: () => multipart([{ name: "file", value: make() }]),
}));
