import { readFileSync } from "node:fs";
import { lstat, opendir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Measured } from "../turns/processor-time.ts";

const FOLDER_INTERVAL_MS = 250;
/** Bytes on the disk that an engine may use for one document. */
const FOLDER_LIMIT_BYTES = 2 ** 31;
/** Files and folders that an engine may make for one document. */
const ENTRIES_LIMIT = 10_000;
/** A file counts with the blocks that it takes on the disk (`stat(2)`). */
const BLOCK_BYTES = 512;

/** Bytes that a folder takes on the disk; infinite if it has too many entries to count them at intervals. */
const bytesIn = async (folder: string): Promise<number> => {
  const folders = [folder];
  let [bytes, entries] = [0, 0];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for await (const entry of await opendir(next)) {
      if (++entries > ENTRIES_LIMIT) return Number.POSITIVE_INFINITY;
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else bytes += BLOCK_BYTES * (await lstat(path).catch(() => ({ blocks: 0 }))).blocks;
    }
  }
  return bytes;
};

/** Whether a folder has more than its limit, or more than the disk has left. */
const isOver = async (folder: string): Promise<boolean> => {
  const [bytes, { bavail, bsize }] = await Promise.all([bytesIn(folder), statfs(folder)]);
  return bytes > FOLDER_LIMIT_BYTES || bytes > bavail * bsize;
};

/**
 * Calls `exceeded` once the folder of a job has taken more of the disk than one document may, or than it leaves to others.
 * An engine behind the walls cannot write a file that does not show there. Returns a function that ends the watch.
 */
export const watchFolder = (folder: string, exceeded: () => void): (() => void) => {
  let isWatched = true;
  let timer: NodeJS.Timeout;
  const checkSoon = () => {
    timer = setTimeout(check, FOLDER_INTERVAL_MS).unref();
  };
  const check = async () => {
    const mustEnd = await isOver(folder).catch(() => false); // the folder has been removed
    if (!isWatched) return;
    if (mustEnd) exceeded();
    else checkSoon();
  };
  checkSoon();
  return () => {
    isWatched = false;
    clearTimeout(timer);
  };
};

const THREADS_INTERVAL_MS = 50;
/** Threads above which a process is ended. Chromium has the most: about 40 on two processors. */
const THREADS_LIMIT = 1000;

/** The number of threads of a process, by its `stat` file in `/proc` (`proc_pid_stat(5)`, field 20); 0 if that is gone. */
const threadsOf = (statFile: string): number => {
  try {
    const stat = readFileSync(statFile, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[17]);
  } catch {
    return 0;
  }
};

/** Calls `exceeded` once a process has far more threads than any engine starts. Returns a function that ends the watch. */
export const watchThreads = ({ statFile }: Measured, exceeded: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (threadsOf(statFile()) <= THREADS_LIMIT) return;
    clearInterval(timer);
    exceeded();
  }, THREADS_INTERVAL_MS);
  return () => clearInterval(timer);
};
