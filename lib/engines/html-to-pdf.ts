import type { DocumentSource } from "./chromium/open.ts";
import { isTagged, printPdf } from "./chromium/print.ts";
import { type RenderedPage, renderPage } from "./chromium/rendered-page.ts";
import { hasTemplates } from "./chromium/templates/printed.ts";
import { BROWSERS, CHROMIUM_ENGINE } from "./chromium/warm-part.ts";
import { engine } from "./engine.ts";
import { type FinishOptions, finishPdf } from "./finish-pdf.ts";
import type { PageSetup } from "./page-setup.ts";

/** A document, and how its pages are printed. */
interface PrintJob {
  readonly source: DocumentSource;
  readonly pageSetup: PageSetup;
  /** Files that the PDF holds then: the XML of an invoice, and others. */
  readonly files?: Pick<FinishOptions, "eInvoice" | "attachments"> | undefined;
}

const print = ({ source, pageSetup }: PrintJob, signal: AbortSignal): Promise<RenderedPage> =>
  renderPage(
    {
      source,
      pageSetup,
      step: "print",
      word: "printing",
      make: ({ session, guard }, readiness) => {
        // Chromium prints templates in a document of their own, which no rule of the page's session reaches.
        if (hasTemplates(pageSetup)) guard.shut();
        return printPdf(session, source, readiness, pageSetup, signal);
      },
      lacksTags: (readiness) => !isTagged(source, readiness),
    },
    signal,
  );

/** Prints an HTML document, as text or at a checked address, in a browser that prints only this document. */
export const htmlToPdf = engine<PrintJob, RenderedPage>({
  name: CHROMIUM_ENGINE,
  warmParts: BROWSERS,
  run: async (job, signal) => {
    const { pageSetup, files } = job;
    const printed = await print(job, signal);
    const { pdfA, pdfUa, lang } = pageSetup;
    const { parts, language = null } = printed.facts ?? {};
    const facts = { parts, language: lang ?? language, hasFooters: hasTemplates(pageSetup) };
    return finishPdf(printed, { pdfA, pdfUa, ...files }, signal, facts);
  },
});
