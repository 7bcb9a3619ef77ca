import { TargetCloseError } from "puppeteer-core/internal/common/Errors.js";
import { config } from "../config.ts";
import { ServiceError } from "../errors.ts";
import type { Output } from "../workers/output.ts";
import { raceAbort } from "../workers/race-abort.ts";
import type { Browser } from "./chromium/browser.ts";
import { version } from "./chromium/installation.ts";
import { watchMemory } from "./chromium/memory.ts";
import { type DocumentSource, openDocument } from "./chromium/open.ts";
import * as pool from "./chromium/pool.ts";
import { isTagged, printPdf } from "./chromium/print.ts";
import { type RenderReport, renderReport } from "./chromium/render-report.ts";
import { followRequests } from "./chromium/requests.ts";
import { warningsOf } from "./chromium/warnings.ts";
import { engine } from "./engine.ts";
import type { PageSetup } from "./page-setup.ts";

const name = `chromium/${version.split(".").slice(0, 2).join(".")}`;

const CRASHED = "The document closed its page or crashed the browser.";

const MEMORY_EXCEEDED = "The document takes more memory than one document may use.";

/** A signal that is aborted with the given one, or when the job's browser fails or exceeds its memory. */
const interruptionOf = (browser: Browser, signal: AbortSignal): { interruption: AbortSignal; unwatch: () => void } => {
  const failure = new AbortController();
  const fail = (message: string) => failure.abort(new ServiceError("PROCESSING_FAILED", message));
  const unwatch = watchMemory(browser.pid, config.browserMemory, () => fail(MEMORY_EXCEEDED));
  browser.failed.catch(() => fail(CRASHED));
  return { interruption: AbortSignal.any([signal, failure.signal]), unwatch };
};

/** Prints an HTML document, as text or at a checked address, in a browser that prints only this document. */
export const htmlToPdf = engine<{ source: DocumentSource; pageSetup: PageSetup }, Output & { report: RenderReport }>({
  name,
  warmParts: { [name]: pool },
  run: async ({ source, pageSetup }, signal) => {
    signal.throwIfAborted();
    const browser = await pool.take(signal);
    const { interruption, unwatch } = interruptionOf(browser, signal);
    let isFinished = false;
    try {
      signal.throwIfAborted();
      const requests = followRequests(browser.session);
      const readiness = await raceAbort(openDocument(browser, source, pageSetup), interruption);
      const withTags = isTagged(source, readiness);
      const body = await raceAbort(printPdf(browser.session, source, withTags, pageSetup), interruption);
      isFinished = true;
      const report = renderReport(requests, browser.guard.traffic, { ...readiness, isTagged: withTags });
      return { body, report, warnings: warningsOf(report) };
    } catch (error) {
      if (!(error instanceof TargetCloseError) || signal.aborted) throw error;
      throw new ServiceError("PROCESSING_FAILED", CRASHED, { cause: error });
    } finally {
      unwatch();
      pool.replaceSoon(browser);
      // A response does not wait for the end of its browser; an error does.
      if (!isFinished) await pool.discard(browser);
    }
  },
});
