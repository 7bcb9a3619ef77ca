import { config } from "../config.ts";
import { fontsFolder } from "../fonts/folder.ts";
import type { Output } from "../output/output.ts";
import type { PdfaLevel } from "../pdf/archive/level.ts";
import type { Archived, ArchiveOrder } from "../pdf/archive/process.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import { PROCESSOR_TIME_PER_MB_MS } from "../turns/processor-time.ts";
import type { Frame } from "../workers/frames.ts";
import { Pool } from "../workers/pool.ts";
import { WarmForks } from "../workers/warm-forks.ts";
import { engine } from "./engine.ts";

const forks = new WarmForks<ArchiveOrder, Archived>({
  script: new URL("../pdf/archive/process.ts", import.meta.url),
  memoryMb: 512,
  env: { MALLOC_ARENA_MAX: "2", PLATEN_FONTS: fontsFolder },
  read: [fontsFolder],
  processorTimeMs: config.processorTimeMs,
  processorTimePerMbMs: PROCESSOR_TIME_PER_MB_MS,
});

/** Processes that turn PDFs into PDF/A. None is started before an account needs it. */
const archivers = new Pool<Frame<ArchiveOrder>, Frame<Archived>>({
  start: () => forks.start(),
  jobsOfAccount: config.documentsPerProcess,
  maxIdle: 0,
  idleMs: 60_000,
});

/** A PDF, and the level of PDF/A that it will have. */
interface ArchivedFile {
  readonly bytes: Uint8Array;
  readonly level: PdfaLevel;
  readonly field?: string;
  readonly password?: string | undefined;
  /** The XML of an invoice that the PDF will hold. */
  readonly invoice?: Uint8Array | undefined;
}

/** Turns a PDF into PDF/A. Throws INVALID_REQUEST, with the clause of ISO 19005, if the result would look different. */
export const archivePdf = engine<ArchivedFile, Output & { body: Uint8Array }>({
  name: PDF_ENGINE,
  // None is kept ready, so there is nothing to start or to check.
  warmParts: {
    [`${PDF_ENGINE} archive`]: {
      start: async () => {},
      stop: async () => {
        await Promise.all([archivers.end(), forks.end()]);
      },
      check: async () => {},
    },
  },
  run: async ({ bytes, invoice, ...order }, signal) => {
    const rest = invoice === undefined ? [] : [invoice];
    const ordered = { ...order, invoiceBytes: invoice?.length ?? 0 };
    const { head, body } = await archivers.run({ head: ordered, body: bytes, rest }, signal);
    return { body, ...head };
  },
});
