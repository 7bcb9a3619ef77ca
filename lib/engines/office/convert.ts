import { constants, existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../../config.ts";
import { ServiceError } from "../../errors.ts";
import { keepEventLoopAlive } from "../../workers/keep-event-loop-alive.ts";
import { assertOutputSize, type Output, type OutputBody } from "../../workers/output.ts";
import { watchProcessorTime } from "../../workers/processor-time.ts";
import { raceAbort } from "../../workers/race-abort.ts";
import { currentTurn } from "../../workers/turn.ts";
import { watchFolder } from "../../workers/watch-folder.ts";
import { childOfJob } from "./child-of-job.ts";
import { fileName } from "./file-name.ts";
import { NotBegunError, type Zygote } from "./zygote.ts";
import type { ZygoteJob } from "./zygote-protocol.ts";
import { zygote } from "./zygote-supervisor.ts";

/** A result of at least this size stays on disk until it is sent. */
const RESULT_FILE_MIN_BYTES = 8_388_608;

/** Smaller files are read and written synchronously, because Node's thread pool would take ten times as long. */
const SYNCHRONOUS_FILE_LIMIT_BYTES = 1_048_576;

/** The number of zygotes that are tried for a document before its conversion fails. */
const ATTEMPTS_LIMIT = 3;

/** The messages for outcomes of a job, by the outcome. */
const OUTCOME_MESSAGES: Readonly<Record<string, string>> = {
  memory: "The document takes more memory than one document may use.",
  gone: "LibreOffice ended while it converted the document.",
};

/** A printed document. */
export type Printed = Omit<Output, "warnings">;

/** The result of a conversion: the PDF, undefined where the macro decided not to print, and the macro's report. */
export interface ConversionResult {
  readonly printed: Printed | undefined;
  readonly macroReport: string;
}

/** How results are opened: a link, which could lead to a file of the service, is refused. */
const RESULT_FLAG = constants.O_RDONLY | constants.O_NOFOLLOW;

/** The text of a file; empty where it does not exist. */
const textOrEmpty = (file: string): string =>
  existsSync(file) && sizeOfResult(file) > 0
    ? readFileSync(file, { encoding: "utf8", flag: RESULT_FLAG as never })
    : "";

/** Throws the error of a failed conversion; does nothing after a successful one. */
const assertConverted = (outcome: string, target: string): void => {
  const error = textOrEmpty(`${target}.error`);
  if (error.startsWith("load")) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "The file is damaged: LibreOffice cannot open it.");
  }
  if (error !== "") throw new Error(`LibreOffice failed: ${error.trim()}`);
  if (outcome === "exit 0") return;
  const message = OUTCOME_MESSAGES[outcome] ?? `The document crashed LibreOffice (${outcome}).`;
  throw new ServiceError("PROCESSING_FAILED", message);
};

/** A document, and the name of its file where the caller gave one. */
export interface OfficeDocument {
  readonly bytes: Uint8Array;
  readonly name?: string | undefined;
}

/** A document to convert, and the macro for its kind with the macro's options. */
export type Conversion = Pick<ZygoteJob, "macro" | "options"> & OfficeDocument;

/**
 * Does work in a zygote's home. Where the work fails because the zygote has ended and removed its home, rejects with
 * NotBegunError.
 */
const withLiveHome = async <Result>(warm: Zygote, work: () => Result): Promise<Awaited<Result>> => {
  try {
    return await work();
  } catch (error) {
    throw warm.isAlive ? error : new NotBegunError((error as Error).message);
  }
};

/** The size of a result. Throws PROCESSING_FAILED where it is not a file: a document has taken over its process. */
const sizeOfResult = (target: string): number => {
  const found = lstatSync(target);
  if (!found.isFile()) throw new ServiceError("PROCESSING_FAILED", "The document could not be converted.");
  return found.size;
};

/** What `finish_pdf.c` tells of a PDF: its pages and a digest of it. */
const factsOf = (target: string): Pick<Printed, "pages" | "digest"> => {
  const [, pages, digest] = /^(\d{1,9}) ([\dA-F]{32})$/.exec(textOrEmpty(`${target}.facts`).trim()) ?? [];
  return { pages: Number(pages) || undefined, digest };
};

/** The PDF in a job's folder. `remove` removes the folder when it is no longer needed. */
const readResult = async (target: string, remove: () => void): Promise<OutputBody> => {
  const size = sizeOfResult(target);
  assertOutputSize(size);
  if (size >= RESULT_FILE_MIN_BYTES) return { path: target, size, remove: async () => remove() };
  const pdf =
    size < SYNCHRONOUS_FILE_LIMIT_BYTES
      ? readFileSync(target, { flag: RESULT_FLAG as never })
      : await readFile(target, { flag: RESULT_FLAG });
  // The removal waits, so that it does not delay the response.
  setImmediate(remove);
  return pdf;
};

const TIME_EXCEEDED = `The document used more than ${config.processorTimeMs / 1000} s of processor time in LibreOffice.`;

const DISK_EXCEEDED = "The document takes more of the disk than one document may use.";

/**
 * Does a job's work in this folder, which rejects with PROCESSING_FAILED once its child has used too much processor time, or
 * has written too much.
 */
const withLimits = async <Result>(
  { pid }: Zygote,
  folder: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const failure = new AbortController();
  const limited = AbortSignal.any([signal, failure.signal]);
  const child = { statFile: childOfJob(pid, folder) };
  const turn = currentTurn();
  if (turn !== undefined) turn.progress = "LibreOffice was still converting it";
  const inTurn = turn?.use(child);
  const fail = (message: string) => failure.abort(new ServiceError("PROCESSING_FAILED", message));
  const unwatchTime = watchProcessorTime(child, config.processorTimeMs, () => fail(TIME_EXCEEDED));
  const unwatchFolder = watchFolder(folder, () => fail(DISK_EXCEEDED));
  try {
    const result = await work(limited);
    limited.throwIfAborted();
    return result;
  } finally {
    unwatchTime();
    unwatchFolder();
    inTurn?.end();
  }
};

const convertInFolder = async (
  { bytes, name, macro, options }: Conversion,
  signal: AbortSignal,
): Promise<ConversionResult> => {
  const warm = await raceAbort(zygote(), signal);
  const folder = await withLiveHome(warm, () => warm.reserveFolder());
  try {
    const source = join(folder, fileName(name, macro === "Word" ? "document.docx" : "workbook.xlsx"));
    const target = join(folder, "printed.pdf");
    await withLiveHome(warm, () =>
      bytes.length < SYNCHRONOUS_FILE_LIMIT_BYTES ? writeFileSync(source, bytes) : writeFile(source, bytes),
    );
    const outcome = await withLimits(warm, folder, signal, (limited) =>
      warm.convert({ macro, source, target, options, folder }, limited),
    );
    assertConverted(outcome, target);
    const macroReport = textOrEmpty(`${target}.told`);
    const remove = () => warm.removeFolder(folder);
    if (macroReport !== "" && !existsSync(target)) {
      remove();
      return { printed: undefined, macroReport };
    }
    const facts = factsOf(target);
    return { printed: { body: await readResult(target, remove), ...facts }, macroReport };
  } catch (error) {
    warm.removeFolder(folder);
    throw error;
  }
};

const convertWithRetries = async (conversion: Conversion, signal: AbortSignal): Promise<ConversionResult> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await convertInFolder(conversion, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof NotBegunError) || attempt === ATTEMPTS_LIMIT) throw error;
    }
  }
};

/** Converts a document in a child of the warm LibreOffice; the child ends with the document. */
export const convert = async (conversion: Conversion, signal: AbortSignal): Promise<ConversionResult> => {
  signal.throwIfAborted();
  return keepEventLoopAlive(() => convertWithRetries(conversion, signal));
};
