import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import { anonymous } from "./metadata.ts";
import type { Source } from "./open.ts";
import { printParameters } from "./paper.ts";

/** Characters of HTML beyond which tags and outline, which make a PDF up to four times larger, are left out. */
const TAGGED_UP_TO = 1024 * 1024;

/** What printToPDF says of margins that leave nothing of the paper, which CSS may have chosen. */
const NO_ROOM = /content area is empty|invalid print parameters/i;

const refusal = (error: unknown): unknown =>
  error instanceof Error && NO_ROOM.test(error.message)
    ? new ServiceError("INVALID_REQUEST", "options has margins that leave no room on the page.", { cause: error })
    : error;

/**
 * Prints the page that is ready and gives the PDF's bytes. Throws INVALID_REQUEST where the margins leave no room on the
 * paper that the page chose.
 */
export const print = async (page: CDPSession, source: Source, setup: PageSetup): Promise<Uint8Array> => {
  const tagged = "url" in source || (!source.untagged && source.html.length <= TAGGED_UP_TO);
  const { data } = await page
    .send("Page.printToPDF", {
      ...printParameters(setup),
      generateTaggedPDF: tagged,
      generateDocumentOutline: tagged,
    })
    .catch((error: unknown) => {
      throw refusal(error);
    });
  return anonymous(Buffer.from(data, "base64"));
};
