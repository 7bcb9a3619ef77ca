import { randomBytes } from "node:crypto";
import { compressPdf } from "../../lib/engines/compress-pdf.ts";
import { csvToPdf } from "../../lib/engines/csv-to-pdf.ts";
import { excelToPdf } from "../../lib/engines/excel-to-pdf.ts";
import { htmlToPdf } from "../../lib/engines/html-to-pdf.ts";
import { markdownToPdf } from "../../lib/engines/markdown-to-pdf.ts";
import { PLAIN_PAGE } from "../../lib/engines/page-setup.ts";
import { mergePdf, removePages } from "../../lib/engines/pdf-engine.ts";
import { wordToPdf } from "../../lib/engines/word-to-pdf.ts";
import { xmlToHtml } from "../../lib/engines/xml-to-html.ts";
import type { Output } from "../../lib/output/output.ts";
import { docx, paragraph } from "../../test/support/office/docx.ts";
import { xlsx } from "../../test/support/office/xlsx.ts";
import { largePdf } from "../../test/support/pdf/large-pdfs.ts";
import { pairs } from "./xml-documents.ts";

/** A request with 100 MB of documents: its parts, and the same work with the engine alone. */
export interface Case {
  readonly path: string;
  readonly what: string;
  readonly parts: readonly (readonly [name: string, value: string | Uint8Array])[];
  /** Gets a copy of the documents, which it may empty. */
  readonly alone: (documents: Uint8Array[], signal: AbortSignal) => Promise<Output>;
}

/** A request with these parts as a form. */
export const formRequest = (parts: Case["parts"]): Request => {
  const form = new FormData();
  for (const [field, value] of parts) {
    if (typeof value === "string") form.append(field, value);
    else form.append(field, new Blob([value as Uint8Array<ArrayBuffer>]), "document");
  }
  return new Request("http://service", { method: "POST", body: form });
};

const MB = 1_048_576;
const row = (index: number) =>
  `${index},Article ${index},in the usual quality,${index % 97},12.50,delivered,London,2026\n`;

/** Text of about this many bytes, made of numbered pieces. */
const text = (bytes: number, piece: (index: number) => string): Buffer => {
  const pieces: string[] = [];
  for (let [length, index] = [0, 0]; length < bytes; index++) length += pieces[pieces.push(piece(index)) - 1]!.length;
  return Buffer.from(pieces.join(""));
};

const markdownOf = (what: string, piece: (index: number) => string): Case => ({
  path: "/convert/markdown-to-pdf",
  what,
  parts: [["file", text(99.9 * MB, piece)]],
  alone: ([bytes], signal) =>
    markdownToPdf.run({ markdown: Buffer.from(bytes!.buffer).toString(), pageSetup: PLAIN_PAGE }, signal),
});

/** A part of noise without references: it has to be carried, but not printed. */
const ballast = (folder: string) => ({ parts: { [`${folder}/media/ballast.bin`]: randomBytes(99.5 * MB) } });

/** One request for each endpoint that takes 100 MB, and one of 10 MB for HTML, by a word of its path. */
export const cases: Readonly<Record<string, () => Promise<Case>>> = {
  merge: async () => {
    const files: Uint8Array[] = [];
    for (let seed = 1; seed <= 20; seed++) files.push(await largePdf(seed, 77, 255_000));
    return {
      path: "/pdf/merge",
      what: "20 PDF files of 1,540 pages and 400 pictures",
      parts: files.map((bytes) => ["files", bytes] as const),
      alone: (documents, signal) =>
        mergePdf.run(
          documents.map((bytes, i) => ({ name: `${i}`, bytes })),
          signal,
        ),
    };
  },
  remove: async () => {
    const bytes = await largePdf(1, 1600, 258_000);
    return {
      path: "/pdf/pages/remove",
      what: "a page of 1,600 with 400 pictures",
      parts: [
        ["file", bytes],
        ["pages", "[2]"],
      ],
      alone: ([bytes], signal) => removePages.run({ bytes: bytes!, pages: [2] }, signal),
    };
  },
  compress: async () => {
    const bytes = await largePdf(1, 1600, 258_000);
    return {
      path: "/pdf/compress",
      what: "1,600 pages, 400 pictures that nothing decodes",
      parts: [["file", bytes]],
      alone: ([bytes], signal) => compressPdf.run({ bytes: bytes!, quality: "medium" }, signal),
    };
  },
  csv: async () => {
    const bytes = text(99.9 * MB, row);
    return {
      path: "/convert/csv-to-pdf",
      what: "1.5 million rows of 8 cells",
      parts: [["file", bytes]],
      alone: ([bytes], signal) => csvToPdf.run({ bytes: bytes!, title: "", pageSetup: PLAIN_PAGE }, signal),
    };
  },
  cells: async () => {
    const bytes = text(99.9 * MB, (index) => `${index % 10},2,3,4,5,6,7,8\n`);
    return {
      path: "/convert/csv-to-pdf",
      what: "6.5 million rows of 8 cells of a digit",
      parts: [["file", bytes]],
      alone: ([bytes], signal) => csvToPdf.run({ bytes: bytes!, title: "", pageSetup: PLAIN_PAGE }, signal),
    };
  },
  xml: async () => {
    const { xml, xslt } = pairs(99.9 * MB)[0]!;
    return {
      path: "/convert/xml-to-html",
      what: "a catalogue into a sorted table",
      parts: [
        ["xml", Buffer.from(xml)],
        ["xslt", Buffer.from(xslt)],
      ],
      alone: ([xml, xslt], signal) => xmlToHtml.run({ xml: xml!, xslt, params: {} }, signal),
    };
  },
  word: async () => {
    const bytes = docx(paragraph("Hello"), ballast("word"));
    return {
      path: "/convert/word-to-pdf",
      what: "a page beside 99.5 MB that it does not refer to",
      parts: [["file", bytes]],
      alone: ([bytes], signal) => wordToPdf.run({ bytes: bytes! }, signal),
    };
  },
  excel: async () => {
    const bytes = xlsx([["Hello"]], {}, ballast("xl"));
    return {
      path: "/convert/excel-to-pdf",
      what: "a sheet beside 99.5 MB that it does not refer to",
      parts: [["file", bytes]],
      alone: ([bytes], signal) => excelToPdf.run({ bytes: bytes! }, signal),
    };
  },
  html: async () => {
    const words = "the paper tray holds <em>what</em> a press prints and no page is lost between the two of them. ";
    const bytes = text(9.9 * MB, (index) => `<p>${index}: ${words.repeat(12)}\n`);
    return {
      path: "/convert/html-to-pdf",
      what: "8,700 paragraphs",
      parts: [["file", bytes]],
      alone: async ([html], signal) => {
        const source = { html: Buffer.from(html!.buffer).toString() };
        return htmlToPdf.run({ source, pageSetup: PLAIN_PAGE }, signal);
      },
    };
  },
  markdown: async () => {
    const words = "the paper tray holds what a press prints and no page is lost between the two of them ".repeat(42);
    return markdownOf("plain paragraphs", (index) => `${index} ${words}\n\n`);
  },
  sections: async () => {
    const what = "1.5 million sections: more than can be printed in time";
    return markdownOf(what, (index) => `## Section ${index}\n\nThe paper tray holds *what* a press prints.\n\n`);
  },
};
