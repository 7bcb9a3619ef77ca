import { type Output, outputBytes } from "../output/output.ts";
import { distinct } from "../output/warnings.ts";
import type { PdfaLevel } from "../pdf/archive/level.ts";
import { archiveThreads } from "../pdf/archive/threads.ts";
import type { Attachment } from "../pdf/attachments.ts";
import type { DocumentFacts } from "../pdf/universal-access/make-accessible.ts";
import type { WayWithMissing } from "../pdf/universal-access/refuse.ts";
import { withJobFolder } from "../workers/job-folder.ts";
import { forThread } from "../workers/transferable.ts";

/**
 * What a printed document becomes. With the XML of an invoice it becomes PDF/A-3b if no level is given. Files of any kind need a
 * level of PDF/A-3, or none.
 */
export interface FinishOptions {
  readonly pdfA?: PdfaLevel | undefined;
  /** Whether it is to be PDF/UA, and what is done if the document lacks something. */
  readonly pdfUa?: WayWithMissing | undefined;
  /** What the PDF says of itself, if not the document's own title and language. */
  readonly title?: string | undefined;
  readonly lang?: string | undefined;
  readonly eInvoice?: Uint8Array | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
}

/** The options with copies of their bytes: the body of a request, in which these stand, may be moved to a thread. */
export const withOwnBytes = <Options extends FinishOptions>(options: Options): Options => ({
  ...options,
  eInvoice: options.eInvoice && new Uint8Array(options.eInvoice),
  attachments: options.attachments?.map((file) => ({ ...file, bytes: new Uint8Array(file.bytes) })),
});

/**
 * A printed document with what its options ask for, or as it is if they ask for nothing. Throws INVALID_REQUEST for a document
 * that cannot be what it is to be. `facts` are what is known of a document that is to be PDF/UA.
 */
export const finishPdf = async <Printed extends Output>(
  printed: Printed,
  { pdfA, pdfUa, title, lang, eInvoice: invoice, attachments = [] }: FinishOptions,
  signal: AbortSignal,
  facts: DocumentFacts = {},
): Promise<Printed> => {
  const level = pdfA ?? (invoice && "3b");
  const changes = [level, pdfUa, title, lang, attachments[0]];
  if (changes.every((change) => change === undefined)) return printed;
  const bytes = await outputBytes(printed);
  const access = pdfUa && { ...facts, missing: pdfUa };
  const { body, digest, warnings } = await withJobFolder(bytes.length, (folder) => {
    const { job, transferList } = forThread({ bytes, level, access, title, lang, invoice, attachments, folder });
    return archiveThreads.run(job, signal, transferList);
  });
  return { ...printed, body, digest, warnings: [...printed.warnings, ...distinct(warnings)] };
};
