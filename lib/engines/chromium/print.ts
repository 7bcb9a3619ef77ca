import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import { anonymous } from "./metadata.ts";
import type { Source } from "./open.ts";
import { printParameters } from "./paper.ts";
import type { Readiness } from "./ready.ts";
import { lacksRoom } from "./room.ts";

/** Beyond so much, tags and outline, which make a PDF up to four times larger, are left out. */
const TAGGED_UP_TO = { elements: 20_000, characters: 1024 * 1024 };

/** Whether the document gets tags and an outline: they are wanted, and it is small enough. */
export const isTagged = (source: Source, { elements }: Readiness): boolean =>
  elements <= TAGGED_UP_TO.elements &&
  ("url" in source || (!source.untagged && source.html.length <= TAGGED_UP_TO.characters));

/** What printToPDF says of margins that leave nothing of the paper. */
const NO_ROOM = /content area is empty|invalid print parameters/i;

const noRoom = (cause?: Error) =>
  new ServiceError("INVALID_REQUEST", "options has margins that leave no room on the page.", { cause });

/**
 * Prints the page that is ready and gives the PDF's bytes. Throws INVALID_REQUEST where the margins leave no room on the
 * paper that the page chose.
 */
export const print = async (
  page: CDPSession,
  source: Source,
  tagged: boolean,
  setup: PageSetup,
): Promise<Uint8Array> => {
  const { data } = await page
    .send("Page.printToPDF", {
      ...printParameters(setup),
      generateTaggedPDF: tagged,
      generateDocumentOutline: tagged,
    })
    .catch((error: unknown) => {
      throw error instanceof Error && NO_ROOM.test(error.message) ? noRoom(error) : error;
    });
  const pdf = Buffer.from(data, "base64");
  if (setup.paper === undefined && (await lacksRoom(page, source, pdf))) throw noRoom();
  return anonymous(pdf);
};
