import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { config } from "../../config.ts";
import { isAlive } from "../../workers/is-alive.ts";
import { tree } from "./place.ts";
import { startProcess } from "./process.ts";
import { unpackTree } from "./unpack.ts";

/** A macro of `Convert.xba`. */
export type Macro = "Word" | "Excel";

/** One document's conversion: a macro with its arguments, and the folder that it may use. */
export interface Job {
  readonly macro: Macro;
  readonly source: string;
  readonly target: string;
  readonly options: string;
  readonly folder: string;
}

/** A job that was handed over: whether a child has it, and whom to tell its end. */
interface Handed {
  isBegun: boolean;
  tell: (outcome: string) => void;
}

/** Milliseconds in which LibreOffice has to be warm, and to do what it is told: one that is frozen is ended. */
const [START, PATIENCE] = [30_000, 3000];

/** Why LibreOffice never began with a document: another one may. */
export class NeverBegun extends Error {}

/** A running LibreOffice that forks a child for each document (`layers/libreoffice/zygote/zygote.c`). */
export interface Zygote {
  readonly pid: number;
  readonly alive: boolean;
  /** A new folder for a job: that of the child which stands ready, where one does. It does not outlive this process. */
  folder(): string;
  /** Removes a job's folder; what was left of a zygote that has ended goes with the last one. */
  remove(folder: string): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /**
   * Does a job to its end: `exit STATUS`, `signal NUMBER`, `memory`, or `gone` when the zygote itself ended. An abort ends it.
   * Rejects with the signal's reason when that came before, with NeverBegun when the zygote, or the child that waited for
   * it, was dead before it came.
   */
  convert(job: Job, signal: AbortSignal): Promise<string>;
  /** Resolves when it has answered; rejects when it ends before. */
  ping(): Promise<void>;
  /** Ends it; resolves when neither it, nor a child, nor its folder is left. */
  stop(): Promise<void>;
}

/** A file's address as a macro's argument: LibreOffice unescapes those before it looks for their ends. */
const addressOf = (file: string): string =>
  `file://${encodeURI(file).replaceAll("#", "%23").replaceAll("?", "%3f")}`.replaceAll("%", "%25");

/** Where results of the warm-up go. */
const WARM_UP = "warm-up";

/** Documents that the parent converts, and later a child in a folder of its own, so that those to come find everything ready. */
const warmUp = async (home: string, macros: readonly Macro[]): Promise<string> => {
  const folder = join(home, WARM_UP);
  await mkdir(folder);
  const lines = macros.map((macro) => {
    const source = join(tree(), `warm-up.${macro === "Word" ? "docx" : "xlsx"}`);
    return `warm\t${macro}\t${addressOf(source)}\t${addressOf(join(folder, "printed.pdf"))}\t${folder}\n`;
  });
  return lines.join("");
};

/** A process in a new home, and what it is to be told first. Rejects, and leaves nothing, where it cannot be started. */
const comeUp = async (macros: readonly Macro[]): Promise<{ home: string; opening: string; child: ChildProcess }> => {
  const home = await mkdtemp(join(config.temp, "platen-office-"));
  try {
    const opening = await warmUp(home, macros);
    return { home, opening, child: startProcess(home) };
  } catch (error) {
    // Not `rm`, which opens folders: a machine that can open no more is one of the reasons to be here.
    await rmdir(join(home, WARM_UP)).catch(() => {});
    await rmdir(home).catch(() => {});
    throw error;
  }
};

/** Removes what the zygote kept; folders that jobs still have results in stay, and the last of them takes the zygote's along. */
const leave = async (home: string, inUse: ReadonlySet<string>): Promise<void> => {
  for (const name of await readdir(home).catch(() => [])) {
    // Its children end with it, but not at once.
    if (!inUse.has(join(home, name))) await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
  await rmdir(home).catch(() => {});
};

/**
 * Starts a zygote and warms it up for these kinds of documents; rejects with NeverBegun when it does not come up, with an
 * Error where it cannot be started at all.
 */
export const startZygote = async (kinds: ReadonlySet<Macro>): Promise<Zygote> => {
  await unpackTree();
  const macros = [...kinds];
  const { home, opening, child } = await comeUp(macros);
  const jobs = new Map<string, Handed>();
  const taken = new Set<string>();
  let offered: string | undefined;
  /** The folder that was offered last, as long as the child in it has been given no job. */
  let attended: string | undefined;
  const waiting: PromiseWithResolvers<void>[] = [];
  const { promise: warm, resolve: isWarm, reject: isCold } = Promise.withResolvers<void>();
  let warmed = 0;
  let count = 0;
  let why = "LibreOffice ended";

  const remove = (folder: string): void => {
    taken.delete(folder);
    try {
      if (folder === attended && isAlive(child)) {
        // Its job never came: the child that waits there is the next one's.
        for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
        offered = folder;
        return;
      }
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Then it goes with the zygote's own.
    }
    if (!isAlive(child)) rmdir(home).catch(() => {});
  };
  const judge = () => warmed === macros.length && isWarm();
  const hear: Readonly<Record<string, (first: string, second: string) => void>> = {
    ready: () => {
      waiting.shift()?.resolve();
      judge();
    },
    warm: () => {
      warmed++;
      judge();
    },
    warning: (text) => process.emitWarning(text),
    failed: (reason) => {
      why = reason;
    },
    folder: (folder) => {
      const left = offered; // its child has died
      attended = folder;
      offered = folder;
      if (left !== undefined) remove(left);
    },
    begun: (id) => {
      const job = jobs.get(id);
      if (job !== undefined) job.isBegun = true;
    },
    done: (id, outcome) => jobs.get(id)?.tell(outcome),
  };
  createInterface({ input: child.stdout! }).on("line", (line) => {
    const [verb = "", first = "", second = ""] = line.split("\t");
    hear[verb]?.(first, second);
  });
  // By then everything it said has been heard.
  const gone = new Promise((resolve) => child.once("close", resolve)).then(async () => {
    for (const { tell } of jobs.values()) tell("gone");
    for (const { reject } of waiting.splice(0)) reject(new NeverBegun(why));
    await leave(home, taken).catch(() => {}); // what stays is no one's loss but the disk's
    isCold(new NeverBegun(why));
  });
  child.stdin?.write(opening);
  const strike = () => child.kill("SIGKILL");
  const impatience = setTimeout(strike, START).unref();
  await warm.finally(() => clearTimeout(impatience));

  const alive = () => {
    if (existsSync(home)) return isAlive(child);
    strike(); // somebody has swept its folder away, without which it converts nothing
    return false;
  };
  return {
    pid: child.pid!,
    folder: () => {
      const folder = offered ?? mkdtempSync(join(home, "job-"));
      offered = undefined;
      taken.add(folder);
      return folder;
    },
    remove,
    ended: gone,
    get alive() {
      return alive();
    },
    convert: async ({ macro, source, target, options, folder }, signal) => {
      signal.throwIfAborted();
      if (!alive()) throw new NeverBegun(why);
      if (folder === attended) attended = undefined;
      const id = String(++count);
      const { promise, resolve } = Promise.withResolvers<string>();
      let impatience: NodeJS.Timeout | undefined;
      const end = () => {
        child.stdin?.write(`end\t${id}\n`);
        impatience = setTimeout(strike, PATIENCE);
      };
      const handed: Handed = { isBegun: false, tell: resolve };
      jobs.set(id, handed);
      signal.addEventListener("abort", end);
      const fields = ["convert", id, folder, macro, addressOf(source), addressOf(target), options];
      child.stdin?.write(`${fields.join("\t")}\t\n`);
      const outcome = await promise;
      signal.removeEventListener("abort", end);
      clearTimeout(impatience);
      jobs.delete(id);
      if (!handed.isBegun && outcome !== "exit 0") throw new NeverBegun(`LibreOffice did not begin: ${outcome}`);
      return outcome;
    },
    ping: () => {
      const asked = Promise.withResolvers<void>();
      waiting.push(asked);
      child.stdin?.write("ping\n");
      return asked.promise;
    },
    stop: async () => {
      child.ref();
      child.stdin?.end();
      const impatience = setTimeout(strike, PATIENCE);
      await gone;
      clearTimeout(impatience);
      await rm(home, { recursive: true, force: true });
    },
  };
};
