import { withJobFolder } from "../output/job-folder.ts";
import { type Output, outputBytes } from "../output/output.ts";
import type { PdfaLevel } from "../pdf/archive/level.ts";
import { archiveThreads } from "../pdf/archive/threads.ts";
import { forThread } from "../workers/transferable.ts";

/** Options that may ask for a level of PDF/A. With the XML of an invoice a document becomes PDF/A-3b if it asks for none. */
export interface ArchiveOptions {
  readonly pdfA?: PdfaLevel | undefined;
  readonly eInvoice?: Uint8Array | undefined;
}

/**
 * A printed document in the level of PDF/A that its options ask for, or as it is if they ask for none. Throws
 * INVALID_REQUEST for a document that cannot be PDF/A.
 */
export const toPdfA = async <Printed extends Output>(
  printed: Printed,
  { pdfA, eInvoice: invoice }: ArchiveOptions,
  signal: AbortSignal,
): Promise<Printed> => {
  const level = pdfA ?? (invoice && "3b");
  if (level === undefined) return printed;
  const bytes = await outputBytes(printed);
  const { body, digest } = await withJobFolder(bytes.length, (folder) => {
    const { job, transferList } = forThread({ bytes, level, invoice, folder });
    return archiveThreads.run(job, signal, transferList);
  });
  return { ...printed, body, digest };
};
