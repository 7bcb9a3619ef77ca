import { TargetCloseError } from "puppeteer-core/internal/common/Errors.js";
import { ServiceError } from "../errors/service-error.ts";
import type { Output } from "../output/output.ts";
import { measureStep } from "../turns/turn.ts";
import type { Browser } from "./chromium/browser.ts";
import { release, version } from "./chromium/installation.ts";
import { CRASHED, limitsOf } from "./chromium/limits.ts";
import { type DocumentSource, openDocument } from "./chromium/open.ts";
import * as pool from "./chromium/pool.ts";
import { isTagged, printPdf } from "./chromium/print.ts";
import { followRequests, type RenderReport, renderReport, warningsOf } from "./chromium/render-report.ts";
import { hasTemplates } from "./chromium/templates/printed.ts";
import { assertWhole } from "./chromium/whole-document.ts";
import { engine } from "./engine.ts";
import type { PageSetup } from "./page-setup.ts";
import { toPdfA } from "./to-pdf-a.ts";

const name = `chromium/${version.split(".").slice(0, 2).join(".")}`;

/** A printed page, with the number of uncaught errors of its scripts and of their calls of `console.error`. */
interface PrintedPage extends Output {
  readonly report: RenderReport;
  readonly consoleErrors: number;
}

/** A document, and how its pages are printed. */
interface PrintJob {
  readonly source: DocumentSource;
  readonly pageSetup: PageSetup;
}

const printIn = async (
  browser: Browser,
  { source, pageSetup }: PrintJob,
  signal: AbortSignal,
): Promise<PrintedPage> => {
  const limits = limitsOf(browser, signal);
  let isFinished = false;
  try {
    signal.throwIfAborted();
    const requests = followRequests(browser.session);
    const readiness = await measureStep("chromium load", () =>
      limits.ofOpening(() => openDocument(browser, source, pageSetup)),
    );
    limits.note(`Chromium was still printing its ${readiness.elements.toLocaleString("en")} elements`);
    // Chromium prints templates in a document of their own, which no rule of the page's session reaches.
    if (hasTemplates(pageSetup)) browser.guard.shut();
    const printed = await measureStep("chromium print", () =>
      limits.ofPrinting(() => printPdf(browser.session, source, readiness, pageSetup), source.html?.length),
    );
    isFinished = true;
    const report = renderReport(requests, browser.guard.traffic, {
      ...readiness,
      isTagged: isTagged(source, readiness),
    });
    if (pageSetup.failOnResource) await assertWhole(browser, report);
    const consoleErrors = (await readiness.consoleErrors) ?? 0;
    return { ...printed, report, warnings: warningsOf(report), consoleErrors };
  } catch (error) {
    if (!(error instanceof TargetCloseError) || signal.aborted) throw error;
    throw new ServiceError("PROCESSING_FAILED", CRASHED, { reason: "engine-crashed", cause: error });
  } finally {
    limits.end();
    pool.replaceSoon(browser);
    // A response does not wait for the end of its browser; an error does.
    if (!isFinished) await pool.discard(browser);
  }
};

const print = async (job: PrintJob, signal: AbortSignal): Promise<PrintedPage> => {
  signal.throwIfAborted();
  const take = (isAgain: boolean) => measureStep("chromium start", () => pool.take(signal, isAgain));
  const browser = await take(false);
  try {
    return await printIn(browser, job, signal);
  } catch (error) {
    // The document may not be at fault if its fork ended, for instance with the warm browser.
    if (signal.aborted || !browser.isLost) throw error;
    return printIn(await take(true), job, signal);
  }
};

/** Prints an HTML document, as text or at a checked address, in a browser that prints only this document. */
export const htmlToPdf = engine<PrintJob, PrintedPage>({
  name,
  warmParts: { [name]: { ...pool, release: () => release } },
  run: async (job, signal) => toPdfA(await print(job, signal), job.pageSetup, signal),
});
