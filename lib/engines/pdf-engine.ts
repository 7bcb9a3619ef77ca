import { config } from "../config.ts";
import type { PdfJobInput, PdfJobKind } from "../pdf/jobs/jobs.ts";
import { runPdfJob } from "../pdf/jobs/run.ts";
import { QUICK_THREADS, quickThreads, slowThreads } from "../pdf/jobs/threads.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import type { WarmPart } from "../workers/warm.ts";
import { type Engine, engine } from "./engine.ts";

const PROBE = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages<</Count 1/Kids[2 0 R]>>>>endobj\n2 0 obj<</Type/Page>>endobj\n";

/** Threads that are ready for the next PDFs, of which one is for a large one. */
const readyThreads: WarmPart = {
  start: async () => {
    // On Lambda the first request, which is probably small, would have to wait for the thread of a large one.
    if (config.onLambda) return;
    await Promise.all([quickThreads.keepReady(QUICK_THREADS), slowThreads.keepReady()]);
  },
  stop: async () => {
    await Promise.all([quickThreads.end(), slowThreads.end()]);
  },
  check: async () => {
    await runPdfJob("merge", { files: [{ name: "probe", bytes: Buffer.from(PROBE) }] }, new AbortController().signal);
  },
};

/** Every engine for PDFs keeps these ready, under one name. */
const PDF_THREADS: Readonly<Record<string, WarmPart>> = { [`${PDF_ENGINE} threads`]: readyThreads };

// On Lambda the code is loaded while the function starts.
if (config.onLambda) void quickThreads.keepReady();

const pdfEngine = <Input>(run: Engine<Input>["run"]): Engine<Input> =>
  engine({ name: PDF_ENGINE, warmParts: PDF_THREADS, run });

/** An engine that runs one kind of jobs of `lib/pdf/jobs/`, on the input of the job without the folder. */
const jobEngine = <Kind extends PdfJobKind>(kind: Kind) =>
  pdfEngine<Omit<PdfJobInput<Kind>, "folder">>((input, signal) => runPdfJob(kind, input, signal));

// Each takes over the bytes of its input: those of large files are transferred to the thread that works on them, and are empty
// afterwards. An error in opening a file names its `field`; one for a page that the file lacks has its number, and how many
// pages there are.

/** Joins PDFs in the given order; `name` is the file's name, for its bookmark. */
export const mergePdf = pdfEngine<PdfJobInput<"merge">["files"]>((files, signal) =>
  runPdfJob("merge", { files }, signal),
);

/** Joins PDFs too, and may draw page numbers on the result. */
export const mergeAndNumber = jobEngine("merge");

/** Removes pages from a PDF; the first page is 1. Throws INVALID_REQUEST if no page would be left. */
export const removePages = jobEngine("remove");

/** Makes a PDF of chosen pages of another one, in any order, also repeatedly. */
export const extractPages = jobEngine("extract");

/** Turns pages of a PDF by an angle in degrees, clockwise. */
export const rotatePdf = jobEngine("rotate");

/** Cuts a PDF into several, in a ZIP archive. */
export const splitPdf = jobEngine("split");

/** Makes form fields and annotations of a PDF a part of its pages. */
export const flattenPdf = jobEngine("flatten");

/** Fills the form of a PDF, and lists its fields. */
export const fillPdf = jobEngine("fill");

/** Attaches files of any kind to a PDF. */
export const attachToPdf = jobEngine("attach");

/** Draws a text, or the first page of another PDF, on pages of a PDF. */
export const stampPdf = jobEngine("stamp");

/** Describes a PDF as JSON. */
export const describePdf = jobEngine("describe");

/** Encrypts a PDF with AES-256. */
export const protectPdf = jobEngine("protect");

/** Removes the encryption of a PDF. Returns the bytes of the input if it has none. */
export const unlockPdf = jobEngine("unlock");

/** Arranges the pages of a PDF that Platen has made on sheets of paper. */
export const arrangePdf = jobEngine("arrange");
