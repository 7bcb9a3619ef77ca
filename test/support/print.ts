import { pageAt } from "../../lib/engines/chromium/navigate.ts";
import { htmlToPdf } from "../../lib/engines/html-to-pdf.ts";
import { type PageSetup, PLAIN_PAGE } from "../../lib/engines/page-setup.ts";
import { warmParts } from "../../lib/workers/warm.ts";

/** Prints a document with the engine, without HTTP. */
export const print = async (
  source: { html: string } | { url: string },
  pageSetup: Partial<PageSetup> = {},
  seconds = 600,
) => {
  const { body, report } = await htmlToPdf.run(
    { source: "url" in source ? pageAt(source.url) : source, pageSetup: { ...PLAIN_PAGE, ...pageSetup } },
    AbortSignal.timeout(seconds * 1000),
  );
  return { pdf: body as Uint8Array, report };
};

/** Stops what engines keep running, so that the process of the test can end. */
export const stopEngines = async (): Promise<void> => {
  for (const part of warmParts().values()) await part.stop();
};
