import { arrayAt, get, nameAt, resolve } from "./access.ts";
import type { Budget } from "./budget.ts";
import { isEqualValue } from "./equal-values.ts";
import type { Dict } from "./objects.ts";
import { dropProperties, metadataOf, propertyValue } from "./xmp-properties.ts";

/** A claim to be PDF/A: the part of ISO 19005 and the conformance level (`A`, `B`, `U`; empty in part 4). */
interface PdfaClaim {
  readonly part: string;
  readonly conformance: string;
}

const PDFA_NAMESPACE = "http://www.aiim.org/pdfa/ns/id";
const NAMESPACE_DECLARATION = /xmlns:([\w.-]{1,60})\s{0,9}=\s{0,9}["']$/;
/**
 * How many characters before a namespace its declaration may begin, and how many occurrences of the namespace are looked
 * at.
 */
const DECLARATION_MAX_CHARACTERS = 100;
const NAMESPACES_LIMIT = 16;

/** The usual prefix, which validators take for a claim without a declaration too. */
const USUAL_PREFIX = "pdfaid";

/** The prefix of the namespace of PDF/A, as a pattern. */
const prefixIn = (metadata: string): string => {
  let at = metadata.indexOf(PDFA_NAMESPACE);
  for (let count = 0; at >= 0 && count < NAMESPACES_LIMIT; count++) {
    const before = metadata.slice(Math.max(0, at - DECLARATION_MAX_CHARACTERS), at);
    const prefix = NAMESPACE_DECLARATION.exec(before)?.[1];
    const after = at + PDFA_NAMESPACE.length;
    if (prefix !== undefined && /^\/?["']/.test(metadata.slice(after, after + 2))) return prefix.replaceAll(".", "\\.");
    at = metadata.indexOf(PDFA_NAMESPACE, after);
  }
  return USUAL_PREFIX;
};

/** The PDF/A claim in a document's metadata (ISO 19005-1, 6.7.11); undefined without one. */
const pdfaClaimOf = (catalog: Dict, budget: Budget): PdfaClaim | undefined => {
  const metadata = metadataOf(catalog, budget)?.text ?? "";
  const prefix = prefixIn(metadata);
  const part = propertyValue(metadata, `${prefix}:part`);
  return part === undefined ? undefined : { part, conformance: propertyValue(metadata, `${prefix}:conformance`) ?? "" };
};

/** What a document claims to be, such as `2b` or `4`; undefined without a claim. */
export const pdfaName = (catalog: Dict, budget: Budget): string | undefined => {
  const claim = pdfaClaimOf(catalog, budget);
  return claim && `${claim.part}${claim.conformance.toLowerCase()}`;
};

const isPdfaIntent = (intent: unknown): boolean => nameAt(intent as Dict, "S") === "GTS_PDFA1";

/** Removes the claim from a document's metadata, and its PDF/A output intents. */
export const dropPdfaClaim = (catalog: Dict, budget: Budget): void => {
  const metadata = metadataOf(catalog, budget);
  if (metadata !== undefined) {
    dropProperties(catalog, metadata, `${prefixIn(metadata.text)}:(?:part|conformance|amd|corr|rev)`);
  }
  const intents = arrayAt(catalog, "OutputIntents");
  if (intents === undefined) return;
  const remaining = intents.filter((intent) => !isPdfaIntent(resolve(intent)));
  if (remaining.length > 0) catalog.set("OutputIntents", remaining);
  else catalog.delete("OutputIntents");
};

/** The output profile of a document's PDF/A output intent. */
const profileOf = (catalog: Dict) => {
  const intent = (arrayAt(catalog, "OutputIntents") ?? []).find((entry) => isPdfaIntent(resolve(entry)));
  return get(intent, "DestOutputProfile");
};

/**
 * Whether a merged document can keep its first document's claim: all documents claim the same part and level, and have
 * the same output profile. Undefined if none of them has a claim.
 */
export const claimsHold = (
  inputs: readonly { readonly document: { catalog: Dict }; readonly budget: Budget }[],
): boolean | undefined => {
  const claims = inputs.map(({ document, budget }) => pdfaClaimOf(document.catalog, budget));
  if (claims.every((claim) => claim === undefined)) return undefined;
  const [first] = claims;
  const [profile, ...others] = inputs.map(({ document }) => profileOf(document.catalog));
  const same = (claim: PdfaClaim | undefined) =>
    claim?.part === first?.part && claim?.conformance === first?.conformance;
  const budget = inputs[0]?.budget;
  return claims.every(same) && others.every((other) => budget !== undefined && isEqualValue(other, profile, budget));
};

/**
 * The part of PDF/A that a document claims in its metadata (ISO 19005, "Version and conformance level identification"):
 * 1 to 4, or undefined.
 */
export const pdfaPart = (catalog: Dict, budget: Budget): number | undefined => {
  const part = pdfaClaimOf(catalog, budget)?.part ?? "";
  return /^[1-4]$/.test(part) ? Number(part) : undefined;
};
