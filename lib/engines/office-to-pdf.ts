import { ServiceError } from "../errors/service-error.ts";
import { PASSWORD_REMOVED, passwordMissing, passwordWrong } from "../office-kinds/decrypt.ts";
import type { OpenedOffice } from "../office-kinds/open.ts";
import { SOME_CHARACTERS_MISSING } from "../output/missing-characters.ts";
import type { Output, OutputBody } from "../output/output.ts";
import type { Warning } from "../output/warnings.ts";
import { engine } from "./engine.ts";
import { excelToPdf } from "./excel-to-pdf.ts";
import { convertInOffice, type OfficeDocument, printedOf } from "./office/convert.ts";
import { sheetsNotUnderstood, sheetWarnings } from "./office/formula-warnings.ts";
import { libreofficeVersion } from "./office/installation.ts";
import { officeThreadsPart, runOfficeJob } from "./office/jobs/threads.ts";
import { PLAIN_SLIDES, printPresentation } from "./office/presentation.ts";
import { slideWarnings } from "./office/slide-warnings.ts";
import { warmZygoteFor } from "./office/zygote-supervisor.ts";
import { wordToPdf } from "./word-to-pdf.ts";

/** A file of any kind of Office, and its password if one was given. */
interface AnyDocument extends OfficeDocument {
  readonly password?: string | undefined;
}

/** The units of a text in UTF-16, as numbers. */
const characterCodes = (text: string): string =>
  text
    .split("")
    .map((unit) => unit.charCodeAt(0))
    .join("-");

const NOT_UNDERSTOOD_MESSAGE = "The engine does not understand some formulas: error codes are printed in their place.";

/** Warnings for what the macro reports of a file of this kind. */
const reportWarnings = async (
  { family }: OpenedOffice["kind"],
  macroReport: string,
  signal: AbortSignal,
): Promise<Warning[]> =>
  family === "Excel"
    ? sheetWarnings(
        await sheetsNotUnderstood(macroReport, signal, true),
        "formula-not-calculated",
        NOT_UNDERSTOOD_MESSAGE,
      )
    : slideWarnings(macroReport);

/** How the names of fonts begin that are in a package of OpenDocument, and how they are referred to in one XML file. */
const OWN_FONT_MARKS = ["Fonts/", "<svg:font-face-uri"];

/** Whether a file may have fonts of its own, which LibreOffice takes from OpenDocument only. */
const hasOwnFonts = ({ name }: OpenedOffice["kind"], bytes: Uint8Array): boolean => {
  const { buffer, byteOffset, length } = bytes;
  return (
    name.includes("OpenDocument") &&
    OWN_FONT_MARKS.some((mark) => Buffer.from(buffer, byteOffset, length).includes(mark))
  );
};

/** The warning if LibreOffice has drawn characters for which no font is there. */
const undrawnWarnings = async (body: OutputBody, signal: AbortSignal): Promise<Warning[]> => {
  if ("pieces" in body) throw new Error("LibreOffice writes one file.");
  const pdf = "path" in body ? body.path : body;
  return (await runOfficeJob("hasUndrawnCharacters", { pdf }, signal)) ? [SOME_CHARACTERS_MISSING] : [];
};

/** Prints a file that LibreOffice gets as it is, with the filter of its kind. */
const printUnprepared = async (
  { kind, bytes, isEncrypted, warnings }: OpenedOffice,
  { name, password }: AnyDocument,
  signal: AbortSignal,
): Promise<Output> => {
  const words = [
    `format=${kind.format}`,
    ...(isEncrypted && password ? [`password=${characterCodes(password)}`] : []),
    ...(kind.family === "Excel" ? ["formulas"] : []),
  ];
  const conversion = { macro: kind.family, bytes, name, options: `,${words.join(",")},`, extension: kind.extension };
  try {
    const result = await convertInOffice(conversion, signal);
    const printed = printedOf(result);
    const reported = await reportWarnings(kind, result.macroReport, signal);
    const undrawn = hasOwnFonts(kind, bytes) ? [] : await undrawnWarnings(printed.body, signal);
    return { ...printed, warnings: [...warnings, ...reported, ...undrawn] };
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.reason === "document-damaged";
    if (!isEncrypted || !isRefused) throw error;
    throw password === undefined ? passwordMissing() : passwordWrong();
  }
};

const print = (opened: OpenedOffice, document: AnyDocument, signal: AbortSignal): Promise<Output> => {
  const { kind, bytes } = opened;
  if (!kind.isPrepared) return printUnprepared(opened, document, signal);
  const { name } = document;
  if (kind.family === "Word") return wordToPdf.run({ bytes, name }, signal);
  if (kind.family === "Excel") return excelToPdf.run({ bytes, name }, signal);
  return printPresentation({ bytes, name }, PLAIN_SLIDES, signal);
};

const assertLibreOffice = ({ kind }: OpenedOffice): void => {
  if (libreofficeVersion() !== undefined || (kind.isPrepared && kind.family !== "PowerPoint")) return;
  throw new ServiceError("PROCESSING_FAILED", "file needs LibreOffice, which this machine does not have.", {
    reason: "engine-missing",
  });
};

/** Converts a file of any kind of Office with LibreOffice: Word, Excel, PowerPoint, OpenDocument, RTF and plain text. */
export const officeToPdf = engine<AnyDocument>({
  warmParts: { libreoffice: warmZygoteFor("PowerPoint"), "office-threads": officeThreadsPart },
  get name() {
    const version = libreofficeVersion();
    return version === undefined ? wordToPdf.name : `libreoffice/${version}`;
  },
  run: async (document, signal) => {
    signal.throwIfAborted();
    const { bytes, password } = document;
    const opened = await runOfficeJob("open", { bytes, password }, signal, { movesBytes: true });
    assertLibreOffice(opened);
    const printed = await print(opened, document, signal);
    const wasEncrypted = opened.isEncrypted || opened.wasDecrypted;
    return wasEncrypted ? { ...printed, warnings: [...printed.warnings, PASSWORD_REMOVED] } : printed;
  },
});
