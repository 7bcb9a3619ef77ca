import { TargetCloseError } from "puppeteer-core/internal/common/Errors.js";
import { ServiceError } from "../../errors/service-error.ts";
import type { Output } from "../../output/output.ts";
import type { Warning } from "../../output/warnings.ts";
import type { PageFacts } from "../../pdf/universal-access/missing.ts";
import { currentTurn, measureStep } from "../../turns/turn.ts";
import type { PageSetup } from "../page-setup.ts";
import type { Browser } from "./browser.ts";
import { CRASHED, limitsOf } from "./limits.ts";
import { type DocumentSource, openPage } from "./open.ts";
import * as pool from "./pool.ts";
import type { PageReadiness } from "./ready.ts";
import { followRequests, type RenderReport, renderReport, warningsOf } from "./render-report.ts";
import { assertWhole } from "./whole-document.ts";

/** What is made of a page, with the number of uncaught errors of its scripts and of their calls of `console.error`. */
export interface RenderedPage extends Output {
  readonly report: RenderReport;
  readonly consoleErrors: number;
  /** The facts of the page, if its PDF is to be PDF/UA. */
  readonly facts?: PageFacts | undefined;
}

/** A document, and what is made of its page when it is at rest. */
interface PageJob {
  readonly source: DocumentSource;
  readonly pageSetup: PageSetup;
  /** The name of the last step in the measurements, and its word in messages: `print`, `printing`. */
  readonly step: string;
  readonly word: string;
  /** Throws INVALID_REQUEST for options that only the browser can judge, before the document is opened. */
  readonly check?: (browser: Browser) => Promise<void>;
  readonly make: (
    browser: Browser,
    readiness: PageReadiness,
  ) => Promise<Pick<RenderedPage, "body" | "pages" | "fileName" | "facts" | "warnings">>;
  /** Whether the result lacks the tags that it might have. */
  readonly lacksTags: (readiness: PageReadiness) => boolean;
}

const LOST_CHARACTERS: Warning = {
  code: "characters-lost",
  message: "Some characters of the file are not in the encoding that it names, or not in UTF-8 if it names none.",
};

const renderIn = async (browser: Browser, job: PageJob, signal: AbortSignal): Promise<RenderedPage> => {
  const { source, pageSetup, check, make, lacksTags } = job;
  const limits = limitsOf(browser, signal);
  let isFinished = false;
  try {
    signal.throwIfAborted();
    const requests = followRequests(browser.session);
    const readiness = await measureStep("chromium load", () =>
      limits.ofOpening(async () => {
        await check?.(browser);
        return openPage(browser, source, pageSetup);
      }),
    );
    limits.note(`Chromium was still ${job.word} its ${readiness.elements.toLocaleString("en")} elements`);
    const made = await measureStep(`chromium ${job.step}`, () =>
      limits.ofRendering(() => make(browser, readiness), source.html?.length),
    );
    isFinished = true;
    const isTagged = !lacksTags(readiness);
    const report = renderReport(requests, browser.guard.traffic, { ...readiness, isTagged });
    if (pageSetup.failOnResource) await assertWhole(browser, report);
    const consoleErrors = (await readiness.consoleErrors) ?? 0;
    const lost = source.hasLostCharacters ? [LOST_CHARACTERS] : [];
    const warnings = [...lost, ...warningsOf(report), ...made.warnings];
    return { ...made, report, warnings, consoleErrors };
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

/** Opens a document in a browser that shows only this document, brings it to rest, and makes of it what the job says. */
export const renderPage = async (job: PageJob, signal: AbortSignal): Promise<RenderedPage> => {
  signal.throwIfAborted();
  currentTurn()?.enterBrowser();
  const take = (isAgain: boolean) => measureStep("chromium start", () => pool.take(signal, isAgain));
  const browser = await take(false);
  try {
    return await renderIn(browser, job, signal);
  } catch (error) {
    // The document may not be at fault if its fork ended, for instance with the warm browser.
    if (signal.aborted || !browser.isLost) throw error;
    return renderIn(await take(true), job, signal);
  }
};
