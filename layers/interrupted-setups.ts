import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/**
 * Removes the files of interrupted set-ups of a folder: `FOLDER.PID` and `FOLDER.PID.anything` of processes that have ended.
 */
export const removeInterruptedSetups = async (folder: string): Promise<void> => {
  const prefix = `${basename(folder)}.`;
  for (const name of await readdir(dirname(folder)).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const [, pid] = /^(\d+)(?:\.|$)/.exec(name.slice(prefix.length)) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
};
