import { ServiceError } from "../../errors/service-error.ts";
import { type Output, outputBytes } from "../../output/output.ts";
import type { Warning } from "../../output/warnings.ts";
import type { Attachment as AttachedFile } from "../../pdf/attachments.ts";
import { pictureKind } from "../../pictures/picture-kind.ts";
import { imageToPdf } from "../image-to-pdf.ts";
import type { PageSetup } from "../page-setup.ts";
import { A4, toInches, toPoints } from "../paper.ts";
import { mergePdf } from "../pdf-engine.ts";
import { pictureToPdf } from "../picture-to-pdf.ts";

/** Attachments that become pages. Further ones are only attached. */
const PRINTED_LIMIT = 50;
const MARGIN = "1cm";

/** An attachment as a PDF. */
interface PrintedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly place: string;
}

const notPrinted = (place: string, why: string): Warning => ({
  code: "attachment-not-printed",
  message: `The attachment is ${why}; it is attached, but not printed.`,
  place,
});

const isPdf = ({ bytes }: AttachedFile): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes("%PDF-");

const pictureLayout = ({ paper = A4, landscape }: PageSetup) => {
  const margin = toPoints(toInches(MARGIN) ?? 0);
  return {
    paper: { width: toPoints(paper.width), height: toPoints(paper.height) },
    landscape: landscape || undefined,
    margins: { top: margin, right: margin, bottom: margin, left: margin },
    dpi: undefined,
    perPage: 1,
  };
};

const printPicture = async (file: AttachedFile, field: string, setup: PageSetup, signal: AbortSignal) => {
  const isPrinted = pictureKind(Buffer.from(file.bytes)) === "svg";
  const bytes = isPrinted ? await pictureToPdf(file.bytes, field, signal) : file.bytes.slice();
  const layout = pictureLayout(setup);
  const properties = { title: undefined, author: undefined, lang: undefined };
  return outputBytes(await imageToPdf.run({ files: [{ bytes, field, isPrinted }], layout, ...properties }, signal));
};

/** Whether an attachment becomes pages. */
const isPrintable = (file: AttachedFile): boolean =>
  isPdf(file) || pictureKind(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length)) !== undefined;

/** Whether the attachment is to blame for an error, and not the service. */
const isFileFault = (error: unknown, { aborted }: AbortSignal): error is ServiceError =>
  !aborted &&
  error instanceof ServiceError &&
  /^(?:INVALID_REQUEST|UNSUPPORTED_MEDIA_TYPE|FILE_TOO_LARGE|PROCESSING_FAILED)$/.test(error.code);

const whyNot = ({ code, reason }: ServiceError): string => {
  if (reason === "document-encrypted") return "encrypted";
  return code === "PROCESSING_FAILED" ? "too complex" : "damaged or of a kind that is not read";
};

/** The warning for a PDF that cannot be merged even alone; undefined if it can. */
const mergeFault = async ({ name, bytes, place }: PrintedFile, signal: AbortSignal): Promise<Warning | undefined> => {
  try {
    // A merge transfers the bytes to its process.
    await outputBytes(await mergePdf.run([{ name, bytes: bytes.slice(), field: "file" }], signal));
    return undefined;
  } catch (error) {
    if (!isFileFault(error, signal)) throw error;
    return notPrinted(place, whyNot(error));
  }
};

const mergeFiles = (message: Uint8Array, printed: readonly PrintedFile[], signal: AbortSignal): Promise<Output> => {
  const files = printed.map(({ name, bytes }) => ({ name, bytes: bytes.slice(), field: "file" }));
  return mergePdf.run([{ name: "message.pdf", bytes: message.slice() }, ...files], signal);
};

/**
 * Merges PDFs behind a message. If that fails, each of them is tried alone, and those that fail alone are left out with a
 * warning.
 */
const mergeMergeable = async (
  message: Uint8Array,
  printed: readonly PrintedFile[],
  signal: AbortSignal,
): Promise<Output> => {
  try {
    return await mergeFiles(message, printed, signal);
  } catch (error) {
    if (!isFileFault(error, signal)) throw error;
  }
  const warnings: Warning[] = [];
  const left: PrintedFile[] = [];
  for (const file of printed) {
    const warning = await mergeFault(file, signal);
    if (warning === undefined) left.push(file);
    else warnings.push(warning);
  }
  const whole = await mergeFiles(message, left, signal);
  return { ...whole, warnings: [...warnings, ...whole.warnings] };
};

/** Appends the attachments that are PDFs or pictures to the PDF of a message, each as pages below a bookmark. */
export const appendAttachments = async (
  message: Output,
  files: readonly AttachedFile[],
  setup: PageSetup,
  signal: AbortSignal,
): Promise<Output> => {
  const printed: PrintedFile[] = [];
  const warnings: Warning[] = [...message.warnings];
  for (const [at, file] of files.entries()) {
    if (!isPrintable(file)) continue;
    const place = `attachment ${at + 1}`;
    if (printed.length === PRINTED_LIMIT) {
      warnings.push(notPrinted(place, `behind ${PRINTED_LIMIT} others`));
      break;
    }
    try {
      const bytes = isPdf(file) ? file.bytes : await printPicture(file, "file", setup, signal);
      printed.push({ name: file.name, bytes, place });
    } catch (error) {
      if (!isFileFault(error, signal)) throw error;
      warnings.push(notPrinted(place, whyNot(error)));
    }
  }
  if (printed.length === 0) return { ...message, warnings };
  const whole = await mergeMergeable(await outputBytes(message), printed, signal);
  return { ...whole, warnings: [...warnings, ...whole.warnings] };
};
