import type { Warning } from "../../output/warnings.ts";
import { arrayAt, get, nameAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Stream, type Value } from "../objects.ts";
import { setStreamData } from "./repack.ts";

const isPdfxIntent = (intent: Value): boolean => nameAt(resolve(intent), "S") === "GTS_PDFX";

/** The PDF/X claim in metadata (ISO 15930-7, 6.14), as an element or as an attribute. */
const PDFX_CLAIM_ELEMENT = /<(pdfx(?:id)?:GTS_PDFX(?:Version|Conformance))>[^<]{0,80}<\/\1>/g;
const PDFX_CLAIM_ATTRIBUTE = /\spdfx(?:id)?:GTS_PDFX(?:Version|Conformance)="[^"]{0,80}"/g;

const PRINT_INTENT_REMOVED: Warning = {
  code: "print-intent-removed",
  message: "The output profile for a press and the PDF/X claim were removed: they are not needed on screens.",
};

/**
 * Removes PDF/X output intents and the PDF/X claim from a document for screens. Returns a warning if there were any.
 */
export const dropPrintIntents = (catalog: Dict, info: Dict | undefined, budget: Budget): Warning[] => {
  const intents = arrayAt(catalog, "OutputIntents") ?? [];
  const left = intents.filter((intent) => !isPdfxIntent(intent));
  if (left.length === intents.length) return [];
  if (left.length > 0) catalog.set("OutputIntents", left);
  else catalog.delete("OutputIntents");
  for (const key of ["GTS_PDFXVersion", "GTS_PDFXConformance"]) info?.delete(key);
  const metadata = get(catalog, "Metadata");
  const text =
    metadata instanceof Stream ? budget.lend(() => plainData(metadata, budget)?.toString("latin1")) : undefined;
  if (text !== undefined) {
    const without = text.replace(PDFX_CLAIM_ELEMENT, "").replace(PDFX_CLAIM_ATTRIBUTE, "");
    setStreamData(metadata as Stream, Buffer.from(without, "latin1"));
  }
  return [PRINT_INTENT_REMOVED];
};
