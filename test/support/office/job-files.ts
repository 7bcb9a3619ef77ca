import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "../processes.ts";
import { temp } from "../tight-settings.ts";
import { until } from "../until.ts";

/** The names of all files in the temp folder. */
export const files = (): string[] => {
  for (;;) {
    try {
      return readdirSync(temp, { recursive: true }).map(String);
    } catch (error) {
      // A folder has gone while it was read.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
};
/** The files of documents and results that are left in the folders of jobs. */
export const left = () => files().filter((name) => /(job|ready)-\w+\/(document|printed)\./.test(name));
/** Whether LibreOffice has begun to load a document, which is when it has made a temp file in the folder of a job. */
const isLoading = (): boolean => files().some((name) => /(job|ready)-\w+\/lu\w+\.tmp\/./.test(name));
/** Resolves some time after LibreOffice has begun to load a document. */
export const working = async (): Promise<void> => {
  await until(isLoading);
  await sleep(500);
};
/** Resolves when the files of earlier documents are gone. */
export const resting = (): Promise<void> => until(() => !isLoading());

/** Kills the processes that are still running. */
export const kill = (pids: readonly number[], signal: NodeJS.Signals = "SIGKILL"): void => {
  for (const pid of pids.filter(isRunning)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
};
