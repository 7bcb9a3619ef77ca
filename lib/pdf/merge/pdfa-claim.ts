import { arrayAt, get, nameAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { equal } from "../equal.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Ref, Stream } from "../objects.ts";

/** A claim to be PDF/A: the part of ISO 19005, and how much of it the file fulfils (`A`, `B`, `U`; none in part 4). */
export interface PdfaClaim {
  readonly part: string;
  readonly conformance: string;
}

const NAMESPACE = /xmlns:([\w.-]{1,60})\s{0,9}=\s{0,9}["']http:\/\/www\.aiim\.org\/pdfa\/ns\/id\/?["']/;

/** Metadata longer than this claim nothing. */
const METADATA_LIMIT_BYTES = 4_194_304;

/** The document's metadata as text, one character a byte; undefined where there is none that can be read. */
const metadataOf = (catalog: Dict, budget: Budget): string | undefined => {
  const stream = get(catalog, "Metadata");
  const data = stream instanceof Stream ? budget.lend(() => plainData(stream, budget)) : undefined;
  return data === undefined || data.length > METADATA_LIMIT_BYTES ? undefined : data.toString("latin1");
};

/** What metadata say under a name with a prefix, as an element or as an attribute. */
const saidAs = (metadata: string, name: string): string | undefined => {
  const found = new RegExp(`[\\s<]${name}\\s{0,9}(?:=\\s{0,9}["']|>)\\s{0,40}([\\w]{1,9})`).exec(metadata);
  return found?.[1];
};

/** What a document claims in its metadata (ISO 19005-1, 6.7.11); undefined where it claims nothing. */
export const pdfaClaimOf = (catalog: Dict, budget: Budget): PdfaClaim | undefined => {
  const metadata = metadataOf(catalog, budget);
  const prefix = metadata === undefined ? undefined : NAMESPACE.exec(metadata)?.[1]?.replaceAll(".", "\\.");
  if (metadata === undefined || prefix === undefined) return undefined;
  const part = saidAs(metadata, `${prefix}:part`);
  return part === undefined ? undefined : { part, conformance: saidAs(metadata, `${prefix}:conformance`) ?? "" };
};

const isPdfaIntent = (intent: unknown): boolean => nameAt(intent as Dict, "S") === "GTS_PDFA1";

/** Takes the claim out of a document's metadata and output intents. */
export const dropPdfaClaim = (catalog: Dict, budget: Budget): void => {
  const metadata = metadataOf(catalog, budget);
  const prefix = metadata === undefined ? undefined : NAMESPACE.exec(metadata)?.[1]?.replaceAll(".", "\\.");
  if (metadata !== undefined && prefix !== undefined) {
    const names = `${prefix}:(?:part|conformance|amd|corr|rev)`;
    const without = metadata
      .replace(new RegExp(`<${names}\\s{0,9}>[^<]{0,60}</${names}\\s{0,9}>`, "g"), "")
      .replace(new RegExp(`(?<=\\s)${names}\\s{0,9}=\\s{0,9}(?:"[^"]{0,60}"|'[^']{0,60}')`, "g"), "");
    const dict = new Map((get(catalog, "Metadata") as Stream).dict);
    for (const key of ["Filter", "DecodeParms", "F", "DP"]) dict.delete(key);
    catalog.set("Metadata", new Ref(new Stream(dict, Buffer.from(without, "latin1"))));
  }
  const intents = arrayAt(catalog, "OutputIntents");
  if (intents === undefined) return;
  const left = intents.filter((intent) => !isPdfaIntent(resolve(intent)));
  if (left.length > 0) catalog.set("OutputIntents", left);
  else catalog.delete("OutputIntents");
};

/** The profile that a document's colours are meant for. */
const profileOf = (catalog: Dict) => {
  const intent = (arrayAt(catalog, "OutputIntents") ?? []).find((entry) => isPdfaIntent(resolve(entry)));
  return get(intent, "DestOutputProfile");
};

/**
 * Whether a merge of documents can claim what its first one claims: all of them claim the same, and their colours are
 * meant for the same profile; undefined where none of them claims anything.
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
  return claims.every(same) && others.every((other) => equal(other, profile));
};
