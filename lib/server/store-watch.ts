import { logEvent, logFailure } from "../http/log.ts";

/** Whether the store of the accounts answers; undefined while nothing watches it. */
export type StoreState = "ok" | "unreachable";

/**
 * Milliseconds between two questions to the store, and in which it must answer. A question without an answer is repeated
 * once, because it may have been this process that was late: together less than 2 s.
 */
const PROBE_INTERVAL_MS = 500;
const PROBE_TIMEOUT_MS = 600;

let state: StoreState | undefined;
let unreachableSince = 0;

/** The state of the store, as the last question of the watch has found it. */
export const storeState = (): StoreState | undefined => state;

const noteAnswer = (): void => {
  if (state === "unreachable") {
    logEvent("info", "the store answers again", { downMs: Math.round(performance.now() - unreachableSince) });
  }
  state = "ok";
};

const noteFailure = (error: unknown): void => {
  if (state === "unreachable") return;
  state = "unreachable";
  unreachableSince = performance.now();
  logFailure("reaching the store of the accounts", error);
};

/**
 * Asks the store at intervals from now on, and logs when it stops answering and when it answers again. `probe` rejects if
 * it does not. Returns a function that ends the watch.
 */
export const watchStore = (probe: (signal: AbortSignal) => Promise<void>): (() => void) => {
  const ask = async (isRepeated = false): Promise<void> => {
    const timeout = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    try {
      await probe(AbortSignal.any([timeout, watch.signal]));
      if (!watch.signal.aborted) noteAnswer();
    } catch (error) {
      if (watch.signal.aborted) return;
      if (timeout.aborted && !isRepeated) return ask(true);
      noteFailure(error);
    }
    if (!watch.signal.aborted) timer = setTimeout(ask, PROBE_INTERVAL_MS).unref();
  };
  const watch = new AbortController();
  let timer = setTimeout(ask, 0).unref();
  return () => {
    watch.abort();
    clearTimeout(timer);
    state = undefined;
  };
};
