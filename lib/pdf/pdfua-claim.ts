import type { Budget } from "./budget.ts";
import type { Dict } from "./objects.ts";
import { dropProperties, metadataOf, propertyValue } from "./xmp-properties.ts";

/** The part of PDF/UA that a document claims in its metadata (ISO 14289-1, clause 5), such as `1`; undefined without a claim. */
export const pdfuaPart = (catalog: Dict, budget: Budget): string | undefined =>
  propertyValue(metadataOf(catalog, budget)?.text ?? "", "pdfuaid:part");

/** Removes the claim to be PDF/UA from a document's metadata. Returns whether there was one. */
export const dropPdfuaClaim = (catalog: Dict, budget: Budget): boolean => {
  const metadata = metadataOf(catalog, budget);
  if (metadata === undefined || propertyValue(metadata.text, "pdfuaid:part") === undefined) return false;
  dropProperties(catalog, metadata, "pdfuaid:(?:part|amd|corr|rev)");
  return true;
};
