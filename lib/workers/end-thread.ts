import { once } from "node:events";
import type { Worker as Thread } from "node:worker_threads";
import { preventStreams } from "../zlib.ts";

/**
 * Returns a function that ends a thread, and resolves when it has ended. A thread that is terminated while its modules are
 * evaluated can end the whole process, so the end waits for its first message, which the script sends when it is evaluated; and
 * for the zlib stream that it makes, if it shares a word about that (`shareStreams`).
 */
export const endWhenEvaluated = (thread: Thread, word?: Int32Array): (() => Promise<void>) => {
  const exited = once(thread, "exit").catch(() => {});
  const evaluated = Promise.race([once(thread, "message").catch(() => {}), exited]);
  return async () => {
    thread.ref();
    await evaluated;
    if (word !== undefined) await Promise.race([preventStreams(word), exited]);
    await thread.terminate();
  };
};
