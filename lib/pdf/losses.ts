import type { Warning } from "../workers/warnings.ts";
import type { Document } from "./read/open.ts";
import { dropSignatures } from "./signatures.ts";
import { dropXfa } from "./xfa.ts";

/** What may stay: a form's XFA where the pages stay what they are. */
interface Keeping {
  xfa?: boolean;
}

/**
 * Takes out of a document what cannot hold in a new file, and tells what it was: digital signatures, restrictions that an
 * owner's password set, attachments that only a password opens, and the XFA of a form. `place` is the document's.
 */
export const dropUnkeepable = (document: Document, place?: string, { xfa = false }: Keeping = {}): Warning[] => {
  const losses: Omit<Warning, "place">[] = [];
  if (dropSignatures(document.catalog)) {
    losses.push({
      code: "signature-removed",
      message: "A digital signature was removed: it held for the file as it was.",
    });
  }
  if (document.restricted) {
    losses.push({ code: "restrictions-removed", message: "The restrictions of an owner's password hold no longer." });
  }
  if (document.locked) {
    losses.push({ code: "attachment-removed", message: "Attachments that need a password were left out." });
  }
  if (!xfa && dropXfa(document.catalog)) {
    losses.push({
      code: "xfa-removed",
      message: "The form's XFA was removed: its fields stay as those of a PDF form.",
    });
  }
  return losses.map((loss) => ({ ...loss, place }));
};
