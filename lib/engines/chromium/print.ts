import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import type { PageSetup } from "../page-setup.ts";
import { anonymous } from "./metadata.ts";
import type { Source } from "./open.ts";
import { printParameters } from "./paper.ts";

/** Characters of HTML beyond which tags and outline, which make a PDF up to four times larger, are left out. */
const TAGGED_UP_TO = 1024 * 1024;

/** Prints the page that is ready and gives the PDF's bytes. */
export const print = async (page: CDPSession, source: Source, setup: PageSetup): Promise<Uint8Array> => {
  const tagged = "url" in source || source.html.length <= TAGGED_UP_TO;
  const { data } = await page.send("Page.printToPDF", {
    ...printParameters(setup),
    generateTaggedPDF: tagged,
    generateDocumentOutline: tagged,
  });
  return anonymous(Buffer.from(data, "base64"));
};
