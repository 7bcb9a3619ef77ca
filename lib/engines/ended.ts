import type { ChildProcess } from "node:child_process";

/** Ends a process at once; resolves when it is gone. */
export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
