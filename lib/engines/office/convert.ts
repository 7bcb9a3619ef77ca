import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../../config.ts";
import { damagedFile, noRoomOnPage } from "../../errors/document-errors.ts";
import type { ReasonOf } from "../../errors/reasons.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { assertOutputSize, type Output, type OutputBody } from "../../output/output.ts";
import { MB } from "../../settings/megabyte.ts";
import { watchProcessorTime } from "../../turns/processor-time.ts";
import { raceAbort } from "../../turns/race-abort.ts";
import { currentTurn, measureStep } from "../../turns/turn.ts";
import { keepEventLoopAlive } from "../../workers/event-loop.ts";
import { watchFolder } from "../../workers/watches.ts";
import { DOCUMENT_NAME, fileName, PRESENTATION_NAME, WORKBOOK_NAME } from "./file-name.ts";
import { readReport, readResult, sizeOfResult } from "./result-file.ts";
import { NotStartedError, type OfficeZygote, VanishedError } from "./zygote.ts";
import type { ZygoteJob } from "./zygote-protocol.ts";
import { zygote } from "./zygote-supervisor.ts";

/**
 * Smaller files are read and written synchronously, because Node's thread pool would take ten times as long. A larger result
 * stays on disk until it is sent.
 */
const SYNCHRONOUS_FILE_LIMIT_BYTES = MB;

/** A conversion fails after this many zygotes. */
const ATTEMPTS_LIMIT = 3;
/** It also fails after this many zygotes that ended while they converted the document. */
const VANISHED_LIMIT = 2;

type Printed = Omit<Output, "warnings">;

/** The result of a conversion: the PDF, undefined if the macro decided not to print, and the macro's report. */
export interface ConversionResult {
  readonly printed: Printed | undefined;
  readonly macroReport: string;
}

/** The PDF of a macro that always prints. */
export const printedOf = ({ printed }: ConversionResult): Printed => {
  if (printed === undefined) throw new Error("LibreOffice did not print.");
  return printed;
};

/** The error for a job that ended without a result, by its outcome. */
const failureOf = (outcome: string): ServiceError => {
  const failed = (reason: ReasonOf<"PROCESSING_FAILED">, message: string) =>
    new ServiceError("PROCESSING_FAILED", message, { reason });
  if (outcome === "memory")
    return failed("memory-exceeded", "The document takes more memory than one document may use.");
  // LibreOffice does not kill itself: the machine is short of memory, or somebody has ended the process.
  if (outcome === "signal 9")
    return failed("engine-crashed", "LibreOffice was killed while it converted the document.");
  return failed("document-crashes-engine", `The document crashed LibreOffice (${outcome}).`);
};

const assertConverted = (outcome: string, target: string): void => {
  const error = readReport(`${target}.error`);
  if (error.startsWith("load")) {
    throw damagedFile("LibreOffice cannot open it");
  }
  if (error.startsWith("room")) {
    throw noRoomOnPage();
  }
  if (error.startsWith("hidden")) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "file has no slide that is not hidden.", {
      reason: "document-empty",
    });
  }
  const [, pages] = /^pages (\d+)/.exec(error) ?? [];
  if (pages !== undefined) {
    throw new ServiceError("INVALID_REQUEST", `options.pageRanges goes beyond the last page, which is ${pages}.`, {
      reason: "page-out-of-range",
    });
  }
  if (error !== "") throw new Error(`LibreOffice failed: ${error.trim()}`);
  if (outcome === "exit 0") return;
  throw failureOf(outcome);
};

/** A document, and the name of its file if the caller states one. */
export interface OfficeDocument {
  readonly bytes: Uint8Array;
  readonly name?: string | undefined;
}

/** A document to convert, the macro for its kind and the macro's options. `extension` replaces the usual one of the macro. */
export type Conversion = Pick<ZygoteJob, "macro" | "options"> & OfficeDocument & { readonly extension?: string };

/** The names of documents without a name. */
const DEFAULT_NAMES = { Word: DOCUMENT_NAME, Excel: WORKBOOK_NAME, PowerPoint: PRESENTATION_NAME } as const;

const nameOf = ({ name, macro, extension }: Conversion): string => {
  const own = DEFAULT_NAMES[macro];
  return fileName(name, extension === undefined ? own : own.slice(0, own.indexOf(".")) + extension);
};

/** Does work in a zygote's home. Rejects with NotStartedError if the zygote has ended, which removes its home. */
const withLiveHome = async <Result>(warm: OfficeZygote, work: () => Result): Promise<Awaited<Result>> => {
  try {
    return await work();
  } catch (error) {
    throw warm.isAlive ? error : new NotStartedError((error as Error).message);
  }
};

/** The report of `finish_pdf.c`: the number of pages of a PDF, and its digest. */
const factsOf = (target: string): Pick<Printed, "pages" | "digest"> => {
  const [, pages, digest] = /^(\d{1,9}) ([\dA-F]{32})$/.exec(readReport(`${target}.facts`).trim()) ?? [];
  return { pages: Number(pages) || undefined, digest };
};

/** The PDF in a job's folder. `remove` removes the folder when it is no longer needed. */
const printedIn = (target: string, size: number, remove: () => void): OutputBody => {
  assertOutputSize(size);
  if (size >= SYNCHRONOUS_FILE_LIMIT_BYTES) return { path: target, size, remove: async () => remove() };
  const pdf = readResult(target);
  if (pdf === undefined) throw new Error("LibreOffice has removed its result.");
  // The removal waits, so that it does not delay the response.
  setImmediate(remove);
  return pdf;
};

const TIME_EXCEEDED = `The document used more than ${config.processorTimeMs / 1000} s of processor time in LibreOffice.`;

const DISK_EXCEEDED = "The document takes more of the disk than one document may use.";

/**
 * Runs the work of a job in its folder. Rejects with PROCESSING_FAILED once the process of the job has used too much processor
 * time, or has written too much.
 */
const withLimits = async <Result>(
  folder: string,
  signal: AbortSignal,
  work: (signal: AbortSignal, onStarted: (pid: number) => void) => Promise<Result>,
): Promise<Result> => {
  const failure = new AbortController();
  const limited = AbortSignal.any([signal, failure.signal]);
  let statFile = "";
  const child = { statFile: () => statFile };
  const turn = currentTurn();
  if (turn !== undefined) turn.progress = "LibreOffice was still converting it";
  const engineUse = turn?.use(child);
  const fail = (reason: ReasonOf<"PROCESSING_FAILED">, message: string) =>
    failure.abort(new ServiceError("PROCESSING_FAILED", message, { reason }));
  const unwatchTime = watchProcessorTime(child, config.processorTimeMs, () =>
    fail("processor-time-exceeded", TIME_EXCEEDED),
  );
  const unwatchFolder = watchFolder(folder, () => fail("memory-exceeded", DISK_EXCEEDED));
  try {
    const onStarted = (pid: number) => {
      statFile = `/proc/${pid}/stat`;
    };
    return await work(limited, onStarted).finally(() => limited.throwIfAborted());
  } finally {
    unwatchTime();
    unwatchFolder();
    engineUse?.end();
  }
};

const convertInFolder = async (conversion: Conversion, signal: AbortSignal): Promise<ConversionResult> => {
  const { bytes, macro, options } = conversion;
  const warm = await raceAbort(zygote(), signal);
  const folder = await withLiveHome(warm, () => warm.reserveFolder());
  try {
    const source = join(folder, nameOf(conversion));
    const target = join(folder, "printed.pdf");
    await withLiveHome(warm, () =>
      bytes.length < SYNCHRONOUS_FILE_LIMIT_BYTES ? writeFileSync(source, bytes) : writeFile(source, bytes),
    );
    const outcome = await withLimits(folder, signal, (limited, onStarted) =>
      warm.convert({ macro, source, target, options, folder }, limited, onStarted),
    );
    assertConverted(outcome, target);
    const macroReport = readReport(`${target}.report`);
    const remove = () => warm.removeFolder(folder);
    const size = sizeOfResult(target);
    if (size !== undefined) {
      const facts = factsOf(target);
      return { printed: { body: printedIn(target, size, remove), ...facts }, macroReport };
    }
    if (macroReport === "") throw new Error("LibreOffice wrote no result.");
    remove();
    return { printed: undefined, macroReport };
  } catch (error) {
    warm.removeFolder(folder);
    throw error;
  }
};

const convertWithRetries = async (conversion: Conversion, signal: AbortSignal): Promise<ConversionResult> => {
  let vanished = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await convertInFolder(conversion, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof VanishedError) vanished++;
      const isLost = error instanceof NotStartedError || error instanceof VanishedError;
      if (!isLost || attempt === ATTEMPTS_LIMIT || vanished === VANISHED_LIMIT) throw error;
    }
  }
};

/** Converts a document in a child of the warm LibreOffice; the child ends with the document. */
export const convertInOffice = async (conversion: Conversion, signal: AbortSignal): Promise<ConversionResult> => {
  signal.throwIfAborted();
  return measureStep("libreoffice convert", () => keepEventLoopAlive(() => convertWithRetries(conversion, signal)));
};
