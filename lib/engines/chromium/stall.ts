import { processorTimeOf } from "../../turns/processor-time.ts";
import type { Browser } from "./browser.ts";

const QUESTION_INTERVAL_MS = 1000;

/** The silence of a page counts only if the page has used the processor for this share of it. */
const BUSY_SHARE = 0.5;
/** A page that uses no processor, for instance in a synchronous request, may be silent this many times longer. */
const WAITING_FACTOR = 3;

/**
 * Calls `onStalled` once when the scripts of a page have not let its main thread answer for `limitMs` of its clock. The layout
 * of a large table takes longer and is left alone. Returns a function that ends the watch.
 */
export const watchStall = ({ session, pid, clock }: Browser, limitMs: number, onStalled: () => void): (() => void) => {
  const usedNow = () => processorTimeOf(`/proc/${pid}/stat`) ?? 0;
  let isAsked = false;
  let runsScript = false;
  let answer = { at: clock.now(), used: usedNow() };
  const ask = () => {
    isAsked = true;
    const noteAnswer = () => {
      isAsked = false;
      answer = { at: clock.now(), used: usedNow() };
    };
    // An error is an answer too: the page may navigate just now.
    session.send("Runtime.evaluate", { expression: "0" }).then(noteAnswer, noteAnswer);
  };
  const check = () => {
    if (!isAsked) return ask();
    const silence = clock.now() - answer.at;
    const isBusy = usedNow() - answer.used >= limitMs * BUSY_SHARE;
    if (isBusy ? runsScript && silence >= limitMs : silence >= limitMs * WAITING_FACTOR) {
      clearInterval(timer);
      return onStalled();
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
