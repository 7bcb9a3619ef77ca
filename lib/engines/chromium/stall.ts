import { processorTimeOf } from "../../turns/processor-time.ts";
import type { Browser } from "./browser.ts";
import { endScript, scriptEndedAt } from "./virtual-time.ts";

const QUESTION_INTERVAL_MS = 1000;

/** The silence of a page counts only if the page has used the processor for this share of it. */
const BUSY_SHARE = 0.5;
/** A page that uses no processor, for instance in a synchronous request, may be silent this many times longer. */
const WAITING_FACTOR = 3;

/**
 * The shares of the limit after which the first script and the next ones of a page that has loaded are ended, as scripts are that
 * keep it from coming to rest.
 */
const ENDING_SHARES = [0.75, 0.25, 0.25, 0.25];

/**
 * Calls `onStalled` once when the scripts of a page have not let its main thread answer for `limitMs` of its clock, also not after
 * the last script that was ended. The layout of a large table takes longer and is left alone. Returns a function that ends the watch.
 */
export const watchStall = (browser: Browser, limitMs: number, onStalled: () => void): (() => void) => {
  const { session, pid, clock } = browser;
  const usedNow = () => processorTimeOf(`/proc/${pid}/stat`) ?? 0;
  let [isLoaded, endings] = [false, 0];
  session.once("Page.loadEventFired", () => {
    isLoaded = true;
  });
  let isAsked = false;
  let runsScript = false;
  /** The last answer; before that, the first question. */
  let answer: { readonly at: number; readonly used: number } | undefined;
  const ask = () => {
    isAsked = true;
    answer ??= { at: clock.now(), used: usedNow() };
    const noteAnswer = () => {
      isAsked = false;
      answer = { at: clock.now(), used: usedNow() };
    };
    // An error is an answer too: the page may navigate just now.
    session.send("Runtime.evaluate", { expression: "0" }).then(noteAnswer, noteAnswer);
  };
  const check = () => {
    if (!isAsked || answer === undefined) return ask();
    const silence = clock.now() - Math.max(answer.at, scriptEndedAt(browser) ?? 0);
    const isBusy = usedNow() - answer.used >= limitMs * BUSY_SHARE;
    if (isBusy ? runsScript && silence >= limitMs : silence >= limitMs * WAITING_FACTOR) {
      clearInterval(timer);
      return onStalled();
    }
    // On a busy machine timers of a page may fire before its virtual time begins, which would end them.
    if (isLoaded && runsScript && silence >= limitMs * (ENDING_SHARES[endings] ?? 1)) {
      endings++;
      endScript(browser);
    }
    runsScript = false;
    // V8 lets this call interrupt a script; nothing can interrupt a layout.
    const noteScript = () => {
      runsScript = true;
    };
    session.send("Performance.getMetrics").then(noteScript, () => {});
  };
  const timer = setInterval(check, Math.min(QUESTION_INTERVAL_MS, limitMs / 4));
  return () => clearInterval(timer);
};
