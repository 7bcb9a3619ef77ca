import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ServiceError } from "../../errors.ts";
import { awake } from "../awake.ts";
import type { Finished } from "../engine.ts";
import { zygote } from "./running.ts";
import { JOB, type Job, NeverBegun, type Zygote } from "./zygote.ts";

/** Larger results stay on the disk until they are sent. */
const LARGE = 8_388_608;

/** Smaller files are read and written at once: a round through Node's threads takes ten times as long. */
const SMALL = 1_048_576;

/** How often a document is handed to a LibreOffice that turns out to be dead before it begins. */
const TRIES = 3;

const FAILURES: Readonly<Record<string, string>> = {
  memory: "The document takes more memory than one document may.",
  gone: "LibreOffice ended while it converted the document.",
};

/** Rejects with the signal's reason when that comes before the work is done. */
const unlessAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener("abort", giveUp);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });

/** Throws what a conversion's end means, where it is not a finished PDF. */
const judge = (outcome: string, target: string): void => {
  const complaint = existsSync(`${target}.error`) ? readFileSync(`${target}.error`, "utf8") : "";
  if (complaint.startsWith("load")) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "The file is damaged: LibreOffice cannot open it.");
  }
  if (complaint !== "") throw new Error(`LibreOffice failed: ${complaint.trim()}`);
  if (outcome === "exit 0") return;
  const message = FAILURES[outcome] ?? `The document crashed LibreOffice (${outcome}).`;
  throw new ServiceError("PROCESSING_FAILED", message);
};

/** What is to be converted: the document's bytes and the macro that knows its kind. */
export type Conversion = Pick<Job, "macro" | "options"> & { readonly bytes: Uint8Array };

/** A folder for a job; a zygote that died takes its home along. */
const folderIn = (warm: Zygote): string => {
  try {
    return mkdtempSync(join(warm.home, JOB));
  } catch (error) {
    throw warm.alive ? error : new NeverBegun((error as Error).message);
  }
};

const inFolder = async ({ bytes, macro, options }: Conversion, signal: AbortSignal): Promise<Finished> => {
  const warm = await unlessAborted(zygote(), signal);
  const folder = folderIn(warm);
  const remove = async () => {
    rmSync(folder, { recursive: true, force: true });
    if (!warm.alive) await rmdir(dirname(folder)).catch(() => {});
  };
  try {
    const source = join(folder, macro === "Word" ? "document.docx" : "workbook.xlsx");
    const target = join(folder, "printed.pdf");
    if (bytes.length < SMALL) writeFileSync(source, bytes);
    else await writeFile(source, bytes);
    const outcome = await warm.convert({ macro, source, target, options, folder }, signal);
    signal.throwIfAborted();
    judge(outcome, target);
    const { size } = statSync(target);
    if (size >= LARGE) return { path: target, size, remove };
    const pdf = size < SMALL ? readFileSync(target) : await readFile(target);
    await remove();
    return pdf;
  } catch (error) {
    await remove();
    throw error;
  }
};

const untilBegun = async (conversion: Conversion, signal: AbortSignal): Promise<Finished> => {
  for (let tries = 1; ; tries++) {
    try {
      return await inFolder(conversion, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NeverBegun) || tries === TRIES) throw error;
    }
  }
};

/** Converts a document in a child of the warm LibreOffice, which ends with it. */
export const convert = async (conversion: Conversion, signal: AbortSignal): Promise<Finished> => {
  signal.throwIfAborted();
  return awake(() => untilBegun(conversion, signal));
};
