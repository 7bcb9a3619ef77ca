import { TargetCloseError } from "puppeteer-core/internal/common/Errors.js";
import { config } from "../config.ts";
import { ServiceError } from "../errors.ts";
import type { Output } from "../workers/output.ts";
import { raceAbort } from "../workers/race-abort.ts";
import type { Browser } from "./chromium/browser.ts";
import { watchMemory } from "./chromium/memory.ts";
import { open, type Source } from "./chromium/open.ts";
import { version } from "./chromium/place.ts";
import * as pool from "./chromium/pool.ts";
import { isTagged, print } from "./chromium/print.ts";
import { type Report, report } from "./chromium/report.ts";
import { followRequests } from "./chromium/requests.ts";
import { warningsOf } from "./chromium/warnings.ts";
import { engine } from "./engine.ts";
import type { PageSetup } from "./page-setup.ts";

const name = `chromium/${version.split(".").slice(0, 2).join(".")}`;

const CRASHED = "The document closed its page or crashed the browser.";

const MEMORY_EXCEEDED = "The document takes more memory than one document may.";

/** A signal that is aborted when the job cannot go on: by the given one, or with the failure of its browser. */
const interruptionOf = (browser: Browser, signal: AbortSignal): { interruption: AbortSignal; unwatch: () => void } => {
  const failure = new AbortController();
  const fail = (message: string) => failure.abort(new ServiceError("PROCESSING_FAILED", message));
  const unwatch = watchMemory(browser.pid, config.browserMemory, () => fail(MEMORY_EXCEEDED));
  browser.failed.catch(() => fail(CRASHED));
  return { interruption: AbortSignal.any([signal, failure.signal]), unwatch };
};

/** Prints an HTML document, given or at a checked address, in a browser that serves it alone. */
export const htmlToPdf = engine<{ source: Source; page: PageSetup }, Output & { report: Report }>({
  name,
  warmParts: { [name]: pool },
  run: async ({ source, page }, signal) => {
    signal.throwIfAborted();
    const browser = await pool.take(signal);
    const { interruption, unwatch } = interruptionOf(browser, signal);
    let finished = false;
    try {
      signal.throwIfAborted();
      const requests = followRequests(browser.page);
      const readiness = await raceAbort(open(browser, source, page), interruption);
      const tagged = isTagged(source, readiness);
      const body = await raceAbort(print(browser.page, source, tagged, page), interruption);
      finished = true;
      const told = report(requests, browser.guard.traffic, { ...readiness, tagged });
      return { body, report: told, warnings: warningsOf(told) };
    } catch (error) {
      if (!(error instanceof TargetCloseError) || signal.aborted) throw error;
      throw new ServiceError("PROCESSING_FAILED", CRASHED, {
        cause: error,
      });
    } finally {
      unwatch();
      pool.replaceSoon(browser);
      // The answer need not wait for the end of a browser that has done its work; a failure is told when all is over.
      if (!finished) await pool.discard(browser);
    }
  },
});
