import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Removes what set-ups that were ended in the middle have left beside a folder: `FOLDER.PID` and `FOLDER.PID.anything`. */
export const sweepLeftBehind = async (folder: string): Promise<void> => {
  const beginning = `${basename(folder)}.`;
  for (const name of await readdir(dirname(folder)).catch(() => [])) {
    if (!name.startsWith(beginning)) continue;
    const [, pid] = /^(\d+)(?:\.|$)/.exec(name.slice(beginning.length)) ?? [];
    if (pid !== undefined && !runs(Number(pid)))
      await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
};
