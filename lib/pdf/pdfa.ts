import { get } from "./access.ts";
import type { Budget } from "./budget.ts";
import { plainData } from "./filters/decode.ts";
import { type Dict, Stream } from "./objects.ts";

const PART_PROPERTY = "pdfaid:part";
/** Characters searched for the value after the property's name: `>`, or `="` with white space. */
const VALUE_DISTANCE_CHARACTERS = 20;

/**
 * The part of PDF/A that a document claims in its metadata (ISO 19005, "Version and conformance level identification"):
 * 1 to 4, or undefined.
 */
export const pdfaPart = (catalog: Dict, budget: Budget): number | undefined => {
  const metadata = get(catalog, "Metadata");
  if (!(metadata instanceof Stream)) return undefined;
  const data = budget.lend(() => plainData(metadata, budget));
  // In UTF-16 every other byte is zero.
  const text = data?.toString("latin1").replaceAll("\0", "");
  const at = text?.indexOf(PART_PROPERTY) ?? -1;
  const value =
    at < 0
      ? null
      : /[1-4]/.exec(text!.slice(at + PART_PROPERTY.length, at + PART_PROPERTY.length + VALUE_DISTANCE_CHARACTERS));
  return value === null ? undefined : Number(value[0]);
};
