import { get } from "./access.ts";
import type { Budget } from "./budget.ts";
import { plainData } from "./filters/decode.ts";
import { type Dict, Stream } from "./objects.ts";

const PART = "pdfaid:part";
/** Between the name of the property and its value stand `>`, or `="` with white space around it. */
const REACH = 20;

/**
 * The part of PDF/A that a document says it keeps to (ISO 19005, "Version and conformance level identification"): 1 to 4;
 * undefined where its metadata name none.
 */
export const pdfaPart = (catalog: Dict, budget: Budget): number | undefined => {
  const metadata = get(catalog, "Metadata");
  if (!(metadata instanceof Stream)) return undefined;
  const data = budget.lend(() => plainData(metadata, budget));
  // In UTF-16 every other byte is zero.
  const text = data?.toString("latin1").replaceAll("\0", "");
  const at = text?.indexOf(PART) ?? -1;
  const value = at < 0 ? null : /[1-4]/.exec(text!.slice(at + PART.length, at + PART.length + REACH));
  return value === null ? undefined : Number(value[0]);
};
