import type { ChildProcess } from "node:child_process";

/** Kills a child process; resolves when it has exited. */
export const killAndWait = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
    child.ref();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
