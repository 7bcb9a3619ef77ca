import type { Warning } from "../output/warnings.ts";
import type { Budget } from "./budget.ts";
import { dropSignatures } from "./form-fields/signatures.ts";
import { pdfaPart } from "./pdfa-claim.ts";
import { dropPdfuaClaim } from "./pdfua-claim.ts";
import type { Document } from "./read/open.ts";
import type { OutputDocument } from "./write/write.ts";
import { dropXfa } from "./xfa.ts";

const PROTECTION_REMOVED = {
  restrictions: {
    code: "restrictions-removed",
    message: "The restrictions that an owner's password had set were removed.",
  },
  password: { code: "password-removed", message: "The result needs no password: the protection was removed." },
} as const satisfies Record<string, Warning>;

/** The warning that a result lacks the protection of its file, if that has one. */
export const protectionWarnings = ({ protection }: Document): Warning[] =>
  protection === "none" ? [] : [PROTECTION_REMOVED[protection]];

/**
 * `keepsPages` keeps the XFA of a form and the claim to be PDF/UA, which is possible if no page changes. With `protectionGoes` it is asked for that the
 * protection of the file goes, so no warning reports it.
 */
interface DropOptions {
  readonly keepsPages?: boolean;
  readonly protectionGoes?: boolean;
}

/**
 * Removes the parts of a document that are invalid in a new file, and returns a warning for each: digital signatures,
 * restrictions set by an owner's password, attachments that need a password, a form's XFA, and the claim to be PDF/UA. `place`
 * names the document in the warnings.
 */
export const dropInvalidatedParts = (
  document: Document,
  budget: Budget,
  place: string | undefined,
  { keepsPages = false, protectionGoes = false }: DropOptions = {},
): Warning[] => {
  const warnings: Omit<Warning, "place">[] = [];
  if (dropSignatures(document.catalog)) {
    warnings.push({
      code: "signature-removed",
      message: "A digital signature was removed, because it is only valid for the original file.",
    });
  }
  if (!protectionGoes) warnings.push(...protectionWarnings(document));
  if (document.hasLockedAttachments) {
    warnings.push({ code: "attachment-removed", message: "Attachments that need a password were left out." });
  }
  if (!keepsPages && dropXfa(document.catalog)) {
    warnings.push({
      code: "xfa-removed",
      message: "The XFA part of a form was removed; its fields stay as those of a PDF form.",
    });
  }
  if (!keepsPages && dropPdfuaClaim(document.catalog, budget)) {
    warnings.push({
      code: "pdfua-removed",
      message: "The file no longer claims to be PDF/UA, because its pages were changed.",
    });
  }
  return warnings.map((loss) => ({ ...loss, place }));
};

/**
 * The output of a document that is written as a new file. It lacks what would be invalid there, such as signatures, and
 * stays PDF/A of the same part. Later changes of the document's catalog and pages are written too.
 */
export const prepareOutput = (document: Document, budget: Budget, options?: DropOptions): OutputDocument => {
  const { catalog, info, version } = document;
  const warnings = dropInvalidatedParts(document, budget, undefined, options);
  return { catalog, info, version, warnings, avoidsObjectStreams: pdfaPart(catalog, budget) === 1 };
};
