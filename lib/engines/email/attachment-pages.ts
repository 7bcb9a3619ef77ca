import { ServiceError } from "../../errors/service-error.ts";
import { type Output, outputBytes } from "../../output/output.ts";
import type { Warning } from "../../output/warnings.ts";
import type { Attachment as AttachedFile } from "../../pdf/attachments.ts";
import { pictureKind } from "../../pictures/picture-kind.ts";
import { imageToPdf } from "../image-to-pdf.ts";
import type { PageSetup } from "../page-setup.ts";
import { A4, toInches } from "../paper.ts";
import { mergePdf } from "../pdf-engine.ts";
import { pictureToPdf } from "../picture-to-pdf.ts";

/** Attachments that become pages; further ones are only attached. */
const PRINTED_LIMIT = 50;
const POINTS_PER_INCH = 72;
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
  const margin = (toInches(MARGIN) ?? 0) * POINTS_PER_INCH;
  return {
    paper: { width: paper.width * POINTS_PER_INCH, height: paper.height * POINTS_PER_INCH },
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

/** The PDF of an attachment; undefined for one that becomes no pages. */
const printedFile = async (file: AttachedFile, at: number, setup: PageSetup, signal: AbortSignal) => {
  const place = `attachment ${at + 1}`;
  if (isPdf(file)) return { name: file.name, bytes: file.bytes, place };
  const kind = pictureKind(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length));
  if (kind === undefined) return undefined;
  return { name: file.name, bytes: await printPicture(file, "file", setup, signal), place };
};

/** Whether an error is one of the attachment, and not of the service. */
const isFileFault = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && /^(?:INVALID_REQUEST|UNSUPPORTED_MEDIA_TYPE|FILE_TOO_LARGE)$/.test(error.code);

const whyNot = ({ reason }: ServiceError): string =>
  reason === "document-encrypted" ? "encrypted" : "damaged or of a kind that is not read";

/** Joins PDFs behind a message. One that cannot be opened is left out, with a warning. */
const joined = async (message: Uint8Array, printed: readonly PrintedFile[], signal: AbortSignal): Promise<Output> => {
  const warnings: Warning[] = [];
  for (let left = [...printed]; ; ) {
    // A merge takes over the bytes.
    const files = [
      { name: "message.pdf", bytes: message.slice() },
      ...left.map(({ name, bytes }, at) => ({ name, bytes: bytes.slice(), field: `attachments.${at}` })),
    ];
    try {
      const merged = await mergePdf.run(files, signal);
      return { ...merged, warnings: [...warnings, ...merged.warnings] };
    } catch (error) {
      const at = Number(/^attachments\.(\d+)/.exec((error as Error).message)?.[1] ?? Number.NaN);
      const failed = left[at];
      if (!isFileFault(error) || failed === undefined) throw error;
      warnings.push(notPrinted(failed.place, whyNot(error)));
      left = left.filter((file) => file !== failed);
    }
  }
};

/** The PDF of a message with its attachments that are PDFs and pictures as pages behind it, each below a bookmark. */
export const appendAttachments = async (
  message: Output,
  files: readonly AttachedFile[],
  setup: PageSetup,
  signal: AbortSignal,
): Promise<Output> => {
  const printed: PrintedFile[] = [];
  const warnings: Warning[] = [...message.warnings];
  for (const [at, file] of files.entries()) {
    if (printed.length === PRINTED_LIMIT) {
      warnings.push(notPrinted(`attachment ${at + 1}`, `behind ${PRINTED_LIMIT} others`));
      break;
    }
    try {
      const pdf = await printedFile(file, at, setup, signal);
      if (pdf !== undefined) printed.push(pdf);
    } catch (error) {
      if (!isFileFault(error)) throw error;
      warnings.push(notPrinted(`attachment ${at + 1}`, whyNot(error)));
    }
  }
  if (printed.length === 0) return { ...message, warnings };
  const whole = await joined(await outputBytes(message), printed, signal);
  return { ...whole, warnings: [...warnings, ...whole.warnings] };
};
