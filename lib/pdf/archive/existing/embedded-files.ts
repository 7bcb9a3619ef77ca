import type { Warning } from "../../../output/warnings.ts";
import { dictAt, get } from "../../access.ts";
import { type AttachedFile, attachedFiles } from "../../attached-files.ts";
import { type Attachment, MEDIA_TYPE, RELATIONSHIPS, UNKNOWN_MEDIA_TYPE } from "../../attachments.ts";
import type { Budget } from "../../budget.ts";
import { plainData } from "../../filters/decode.ts";
import type { Dict } from "../../objects.ts";
import { ATTACHED_INVOICE_LIMIT_BYTES, eInvoiceOf, INVOICE_NAME } from "../e-invoice.ts";
import type { EmbeddedFiles } from "../identification.ts";
import type { PdfaLevel } from "../level.ts";

const removedWarning = (which: string, why: string): Warning => ({
  code: "attachment-removed",
  message: `${which} left out, because ${why}.`,
});
const NOT_ALLOWED = removedWarning("Attached files were", "PDF/A-2 does not allow files of every kind");
const UNREADABLE = removedWarning("Attached files were", "their bytes are outside of the file or cannot be decoded");
const REPLACED = removedWarning("An attached invoice was", "the request has another one");

const isRelationship = (name: string | undefined): name is Attachment["relationship"] =>
  RELATIONSHIPS.some((known) => known === name);

/** An embedded file as an attachment of the result; undefined if its bytes cannot be read. */
const readAttachment = (file: AttachedFile, budget: Budget): Attachment | undefined => {
  const { name, description, relationship, type = "", created, modified, stream } = file;
  const bytes = stream && plainData(stream, budget);
  return (
    bytes && {
      name,
      bytes,
      type: MEDIA_TYPE.test(type) ? type : UNKNOWN_MEDIA_TYPE,
      relationship: isRelationship(relationship) ? relationship : "Unspecified",
      ...(description !== undefined && { description }),
      ...(created !== undefined && { created }),
      ...(modified !== undefined && { modified }),
    }
  );
};

/** The first attachment that is an invoice of a supported profile and has the file name of that profile. */
const invoiceAmong = (attachments: readonly Attachment[]): EmbeddedFiles["invoice"] => {
  for (const { name, bytes } of attachments) {
    if (!INVOICE_NAME.test(name) || bytes.length > ATTACHED_INVOICE_LIMIT_BYTES) continue;
    const facts = eInvoiceOf(bytes);
    if (facts?.fileName === name) return { xml: bytes, facts };
  }
  return undefined;
};

/**
 * Removes the embedded files from a document. Returns those that the result embeds again: all in PDF/A-3, none in PDF/A-2. An
 * invoice is returned separately. The invoice of the request replaces those of the file, of whatever profile.
 */
export const extractFiles = (
  catalog: Dict,
  { level, invoice }: { readonly level: PdfaLevel; readonly invoice?: EmbeddedFiles["invoice"] },
  budget: Budget,
): { readonly held: EmbeddedFiles; readonly warnings: readonly Warning[] } => {
  const names = dictAt(catalog, "Names");
  const hadFiles = get(names, "EmbeddedFiles") !== undefined || get(catalog, "AF") !== undefined;
  const allowsFiles = level.startsWith("3");
  const read = allowsFiles ? attachedFiles(catalog, budget).map((file) => readAttachment(file, budget)) : [];
  names?.delete("EmbeddedFiles");
  for (const key of ["AF", "Collection"]) catalog.delete(key);
  if (!allowsFiles) return { held: { invoice }, warnings: hadFiles ? [NOT_ALLOWED] : [] };
  const files = read.filter((file) => file !== undefined);
  const held = invoice ?? invoiceAmong(files);
  const isLeftOut = (name: string) => (invoice === undefined ? name === held?.facts.fileName : INVOICE_NAME.test(name));
  const attachments = files.filter(({ name }) => !isLeftOut(name));
  const isReplaced = invoice !== undefined && attachments.length < files.length;
  return {
    held: { invoice: held, attachments },
    warnings: [...(files.length < read.length ? [UNREADABLE] : []), ...(isReplaced ? [REPLACED] : [])],
  };
};
