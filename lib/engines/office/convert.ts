import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ServiceError } from "../../errors.ts";
import { keepEventLoopAlive } from "../../workers/keep-event-loop-alive.ts";
import type { OutputBody } from "../../workers/output.ts";
import { raceAbort } from "../../workers/race-abort.ts";
import { fileName } from "./file-name.ts";
import { zygote } from "./running.ts";
import { type Job, NeverBegun, type Zygote } from "./zygote.ts";

/** Larger results stay on the disk until they are sent. */
const LARGE = 8_388_608;

/** Smaller files are read and written at once: a round through Node's threads takes ten times as long. */
const SMALL = 1_048_576;

/** How often a document is handed to a LibreOffice that turns out to be dead before it begins. */
const TRIES = 3;

const FAILURES: Readonly<Record<string, string>> = {
  memory: "The document takes more memory than one document may use.",
  gone: "LibreOffice ended while it converted the document.",
};

/** What became of a document: its PDF, unless it was not to be printed, and what the macro told of it. */
export interface Converted {
  readonly body: OutputBody | undefined;
  readonly told: string;
}

const readIfThere = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** Throws what a conversion's end means, where it is not a finished PDF. */
const judge = (outcome: string, target: string): void => {
  const complaint = readIfThere(`${target}.error`);
  if (complaint.startsWith("load")) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "The file is damaged: LibreOffice cannot open it.");
  }
  if (complaint !== "") throw new Error(`LibreOffice failed: ${complaint.trim()}`);
  if (outcome === "exit 0") return;
  const message = FAILURES[outcome] ?? `The document crashed LibreOffice (${outcome}).`;
  throw new ServiceError("PROCESSING_FAILED", message);
};

/** A document, and what its file is called, if that is known. */
export interface Document {
  readonly bytes: Uint8Array;
  readonly name?: string | undefined;
}

/** What is to be converted: a document, and the macro that knows its kind. */
export type Conversion = Pick<Job, "macro" | "options"> & Document;

/** Does what needs the zygote's folder, which one that dies takes along. */
const beside = async <Result>(warm: Zygote, work: () => Result): Promise<Awaited<Result>> => {
  try {
    return await work();
  } catch (error) {
    throw warm.alive ? error : new NeverBegun((error as Error).message);
  }
};

/** The finished PDF of a job's folder, which goes when it is not needed any more. */
const taken = async (target: string, remove: () => void): Promise<OutputBody> => {
  const { size } = statSync(target);
  if (size >= LARGE) return { path: target, size, remove: async () => remove() };
  const pdf = size < SMALL ? readFileSync(target) : await readFile(target);
  // While the answer is on its way.
  setImmediate(remove);
  return pdf;
};

const inFolder = async ({ bytes, name, macro, options }: Conversion, signal: AbortSignal): Promise<Converted> => {
  const warm = await raceAbort(zygote(), signal);
  const folder = await beside(warm, () => warm.folder());
  try {
    const source = join(folder, fileName(name, macro === "Word" ? "document.docx" : "workbook.xlsx"));
    const target = join(folder, "printed.pdf");
    await beside(warm, () => (bytes.length < SMALL ? writeFileSync(source, bytes) : writeFile(source, bytes)));
    const outcome = await warm.convert({ macro, source, target, options, folder }, signal);
    signal.throwIfAborted();
    judge(outcome, target);
    const told = readIfThere(`${target}.told`);
    const remove = () => warm.remove(folder);
    if (told !== "" && !existsSync(target)) {
      remove();
      return { body: undefined, told };
    }
    return { body: await taken(target, remove), told };
  } catch (error) {
    warm.remove(folder);
    throw error;
  }
};

const untilBegun = async (conversion: Conversion, signal: AbortSignal): Promise<Converted> => {
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
export const convert = async (conversion: Conversion, signal: AbortSignal): Promise<Converted> => {
  signal.throwIfAborted();
  return keepEventLoopAlive(() => untilBegun(conversion, signal));
};
