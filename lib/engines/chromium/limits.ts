import { config } from "../../config.ts";
import type { ReasonOf } from "../../errors/reasons.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { MB } from "../../settings/megabyte.ts";
import { PROCESSOR_TIME_PER_MB_MS, watchProcessorTime } from "../../turns/processor-time.ts";
import { raceAbort } from "../../turns/race-abort.ts";
import { currentTurn } from "../../turns/turn.ts";
import type { Browser } from "./browser.ts";
import { watchBrowser } from "./memory.ts";
import { watchStall } from "./stall.ts";

/** The message for a document that ended its page or its browser. */
export const CRASHED = "The document closed its page or crashed the browser.";

const EXCEEDED = {
  memory: "The document takes more memory than one document may use.",
  threads: "The document started more threads than one document may have.",
  disk: "The document takes more of the disk than one document may use.",
} as const;
const STALLED = `The page's scripts kept it from answering for ${config.stallMs / 1000} s before it was at rest.`;
const TIME_EXCEEDED = `The page used more than ${config.processorTimeMs / 1000} s of processor time before it was at rest.`;
const renderingExceeded = (limitMs: number) =>
  `Rendering the page used more than ${limitMs / 1000} s of processor time.`;

/** The limits of one document's work in its browser. Both kinds of work reject when the job's signal is aborted. */
interface DocumentLimits {
  /** Runs the work that opens the document: limits of memory, of processor time, and of a page's silence. */
  ofOpening<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs the work that prints a document of some characters, or makes a picture of it: limits of memory and of processor time. A
   * page is silent meanwhile.
   */
  ofRendering<Result>(work: () => Promise<Result>, characters?: number): Promise<Result>;
  /** Notes what Chromium does now, for the message of a document that is not ready by the deadline. */
  note(progress: string): void;
  end(): void;
}

/** Sets limits for a document in a browser. Work beyond them rejects with PROCESSING_FAILED. */
export const limitsOf = (browser: Browser, signal: AbortSignal): DocumentLimits => {
  const failure = new AbortController();
  const fail = (reason: ReasonOf<"PROCESSING_FAILED">, message: string) =>
    failure.abort(new ServiceError("PROCESSING_FAILED", message, { reason }));
  const interruption = AbortSignal.any([signal, failure.signal]);
  const process = { statFile: () => `/proc/${browser.pid}/stat` };
  const turn = currentTurn();
  const note = (progress: string) => {
    if (turn !== undefined) turn.progress = progress;
  };
  note("Chromium was still loading and laying it out");
  const end = watchBrowser(browser, (what) => fail("memory-exceeded", EXCEEDED[what]));
  browser.failed.catch((error: unknown) => {
    if (error instanceof ServiceError) failure.abort(error);
    else fail("engine-crashed", CRASHED);
  });
  return {
    ofOpening: async (work) => {
      const unwatchTime = watchProcessorTime(process, config.processorTimeMs, () =>
        fail("processor-time-exceeded", TIME_EXCEEDED),
      );
      const unwatchStall = watchStall(browser, config.stallMs, () => fail("page-stalled", STALLED));
      try {
        return await raceAbort(work(), interruption);
      } finally {
        unwatchTime();
        unwatchStall();
      }
    },
    ofRendering: async (work, characters = 0) => {
      const limitMs = config.processorTimeMs + 1000 * Math.round((PROCESSOR_TIME_PER_MB_MS * characters) / MB / 1000);
      const unwatchTime = watchProcessorTime(process, limitMs, () =>
        fail("processor-time-exceeded", renderingExceeded(limitMs)),
      );
      try {
        return await raceAbort(work(), interruption);
      } finally {
        unwatchTime();
      }
    },
    note,
    end,
  };
};
