import { createHash } from "node:crypto";
import type { Warning } from "../output/warnings.ts";
import { dictAt } from "./access.ts";
import type { Budget } from "./budget.ts";
import { prepareOutput } from "./invalidated-parts.ts";
import { makeDict, Name } from "./objects.ts";
import { dropPdfaClaim, pdfaPart } from "./pdfa-claim.ts";
import type { Document } from "./read/open.ts";
import { createEncryptor, type Protection } from "./security/encrypt.ts";
import type { OutputDocument } from "./write/write.ts";

const PDFA_REMOVED: Warning = {
  code: "pdfa-removed",
  message: "The file does not claim to be PDF/A, which forbids encryption.",
};

/** The extension of PDF 1.7 that has AES-256 of revision 6, which PDF 2.0 took over. */
const ADOBE_EXTENSION = makeDict({ BaseVersion: new Name("1.7"), ExtensionLevel: 8 });

/** The document, encrypted; `bytes` are those that it was read from. A protection that it had is replaced. */
export const protectDocument = (
  document: Document,
  bytes: Uint8Array,
  protection: Protection,
  budget: Budget,
): OutputDocument => {
  const { catalog } = document;
  const output = prepareOutput(document, budget, { keepsPages: true, protectionGoes: true });
  const warnings = [...output.warnings];
  if (pdfaPart(catalog, budget) !== undefined) {
    dropPdfaClaim(catalog, budget);
    warnings.push(PDFA_REMOVED);
  }
  const version = output.version > "1.7" ? output.version : "1.7";
  if (version === "1.7") {
    catalog.set("Extensions", new Map([...(dictAt(catalog, "Extensions") ?? []), ["ADBE", ADOBE_EXTENSION]]));
  }
  const encryptor = createEncryptor(protection, createHash("sha256").update(bytes).digest());
  return { ...output, version, warnings, avoidsObjectStreams: false, encryptor };
};
