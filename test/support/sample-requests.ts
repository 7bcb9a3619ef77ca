import { form } from "./form.ts";
import { docx, paragraph } from "./office/docx.ts";
import { presentation } from "./office/kinds.ts";
import { xlsx } from "./office/xlsx.ts";
import { rawPdf, rawStream, textPdf } from "./pdf/raw.ts";
import { bitmap } from "./pictures/bitmap.ts";
import { stylesheet } from "./stylesheet.ts";

/** A request that an endpoint serves. */
export interface SampleRequest {
  readonly content: FormData | object;
  /** Pages of the PDF that it gives; a result without pages holds `text`. */
  readonly pages?: number;
  readonly text?: string;
}

/** A page without text, whose font a warning would name. */
const shapePdf = rawPdf([
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Count 1/Kids[3 0 R]>>",
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>",
  rawStream("1 0 0 rg 9 9 50 50 re f"),
]);

/** A request for each endpoint, by its path. */
const SAMPLES: Readonly<Record<string, () => SampleRequest>> = {
  "/convert/csv-to-pdf": () => ({
    content: form({ file: Buffer.from("name,amount\nLamp,12.50\nDesk,210.00\n") }),
    pages: 1,
  }),
  "/convert/email-to-pdf": () => ({
    content: form({ file: Buffer.from("From: anna@example.com\r\nSubject: Hello\r\n\r\nHello Ben") }),
    pages: 1,
  }),
  "/convert/html-to-image": () => ({ content: { html: "<h1>Hello</h1>" }, text: "PNG" }),
  "/convert/html-to-pdf": () => ({ content: { html: "<h1>Hello</h1>" }, pages: 1 }),
  "/convert/image-to-pdf": () => ({ content: form({ files: [bitmap(2, 2), bitmap(3, 1)] }), pages: 2 }),
  "/convert/markdown-to-pdf": () => ({ content: { markdown: "# Hello\n\nSome *text*." }, pages: 1 }),
  "/convert/excel-to-pdf": () => ({ content: form({ file: xlsx([["Hello", 1.5]]) }), pages: 1 }),
  "/convert/office-to-pdf": () => ({ content: form({ file: Buffer.from("{\\rtf1 Hello}") }), pages: 1 }),
  "/convert/powerpoint-to-pdf": () => ({ content: form({ file: presentation([{ text: "Hello" }]) }), pages: 1 }),
  "/convert/word-to-pdf": () => ({ content: form({ file: docx(paragraph("Hello")) }), pages: 1 }),
  "/convert/xml-to-html": () => ({
    content: { xml: "<greeting>Hello</greeting>", xslt: stylesheet('<xsl:value-of select="."/>') },
    text: "Hello",
  }),
  "/uploads": () => ({ content: { contentType: "application/json", contentLength: 20 }, text: "uploadId" }),
  "/pdf/archive": () => ({ content: form({ file: shapePdf }), pages: 1 }),
  "/pdf/attach": () => ({ content: form({ file: textPdf("One"), attachments: textPdf("Two") }), pages: 1 }),
  "/pdf/compress": () => ({ content: form({ file: textPdf("One", "Two") }), pages: 2 }),
  "/pdf/fill": () => ({ content: form({ file: textPdf("One"), fields: "{}" }), pages: 1 }),
  "/pdf/flatten": () => ({ content: form({ file: textPdf("One", "Two") }), pages: 2 }),
  "/pdf/images": () => ({ content: form({ file: textPdf("One", "Two"), pages: "2", dpi: "72" }), text: "IHDR" }),
  "/pdf/info": () => ({ content: form({ file: textPdf("One") }), text: "isTagged" }),
  "/pdf/merge": () => ({ content: form({ files: [textPdf("One"), textPdf("Two")] }), pages: 2 }),
  "/pdf/pages/extract": () => ({
    content: form({ file: textPdf("One", "Two", "Three"), pages: "-1,1" }),
    pages: 2,
  }),
  "/pdf/pages/rotate": () => ({ content: form({ file: textPdf("One", "Two"), angle: "90" }), pages: 2 }),
  "/pdf/protect": () => ({ content: form({ file: textPdf("One", "Two"), userPassword: "secret" }), pages: 2 }),
  "/pdf/split": () => ({ content: form({ file: textPdf("One", "Two"), every: "1" }), text: "2.pdf" }),
  "/pdf/stamp": () => ({ content: form({ file: textPdf("One", "Two"), text: "{page} / {pages}" }), pages: 2 }),
  "/pdf/text": () => ({ content: form({ file: textPdf("One", "Two") }), text: "One" }),
  "/pdf/unlock": () => ({ content: form({ file: textPdf("Open") }), pages: 1 }),
  "/pdf/pages/remove": () => ({
    content: form({ file: textPdf("One", "Two", "Three"), pages: "[2]" }),
    pages: 2,
  }),
};

/** A request that the endpoint at a path serves. */
export const sampleRequest = (path: string): SampleRequest => {
  const sample = SAMPLES[path];
  if (sample === undefined) throw new Error(`test/support/sample-requests.ts has no sample for ${path}.`);
  return sample();
};
