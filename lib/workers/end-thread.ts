import type { Worker as Thread } from "node:worker_threads";

/**
 * Returns a function that ends a thread, and resolves when it has ended. A thread that is terminated while its modules are
 * evaluated can end the whole process, so the end waits for its first message, which the script sends when it is evaluated.
 */
export const endWhenEvaluated = (thread: Thread): (() => Promise<void>) => {
  const { promise: evaluated, resolve } = Promise.withResolvers<void>();
  thread.once("message", () => resolve()).once("exit", () => resolve());
  return async () => {
    thread.ref();
    await evaluated;
    await thread.terminate();
  };
};
