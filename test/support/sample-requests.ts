import { form } from "./form.ts";
import { docx, paragraph } from "./office/docx.ts";
import { xlsx } from "./office/xlsx.ts";
import { textPdf } from "./pdf/raw.ts";
import { stylesheet } from "./stylesheet.ts";

/** A request that each endpoint serves, by its path. */
export const sampleRequests: Readonly<Record<string, () => FormData | object>> = {
  "/convert/csv-to-pdf": () => form({ file: Buffer.from("name,amount\nLamp,12.50\nDesk,210.00\n") }),
  "/convert/html-to-pdf": () => ({ html: "<h1>Hello</h1>" }),
  "/convert/markdown-to-pdf": () => ({ markdown: "# Hello\n\nSome *text*." }),
  "/convert/excel-to-pdf": () => form({ file: xlsx([["Hello", 1.5]]) }),
  "/convert/word-to-pdf": () => form({ file: docx(paragraph("Hello")) }),
  "/convert/xml-to-html": () => ({
    xml: "<greeting>Hello</greeting>",
    xslt: stylesheet('<xsl:value-of select="."/>'),
  }),
  "/uploads": () => ({ contentType: "application/json", contentLength: 20 }),
  "/pdf/compress": () => form({ file: textPdf("One", "Two") }),
  "/pdf/merge": () => form({ files: [textPdf("One"), textPdf("Two")] }),
  "/pdf/pages/remove": () => form({ file: textPdf("One", "Two", "Three"), pages: "[2]" }),
};
