import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";

/**
 * Before it prints, Chromium waits up to two seconds of the page's time for lazy images that no frame has shown, even when they
 * are loaded. In paused virtual time this wait has no end.
 */
const LAZY_IMAGE_WAIT_MS = 2000;
/** Real time after which an answer that is still missing may be due to that wait. */
const ANSWER_DELAY_MS = 500;

/**
 * Lets the virtual time of that wait pass if the answer of `Page.printToPDF` does not come soon. While Chromium prints, it does
 * nothing else, so nothing changes for a document that takes long.
 */
export const endLazyImageWait = async <Answer>(session: CDPSession, answer: Promise<Answer>): Promise<Answer> => {
  const parameters = { policy: "advance" as const, budget: LAZY_IMAGE_WAIT_MS };
  const timer = setTimeout(() => {
    session.send("Emulation.setVirtualTimePolicy", parameters).catch(() => {});
  }, ANSWER_DELAY_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
};
