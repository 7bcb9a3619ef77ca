import { MB } from "../settings/megabyte.ts";
import { get } from "./access.ts";
import type { Budget } from "./budget.ts";
import { plainData } from "./filters/decode.ts";
import { type Dict, Ref, Stream } from "./objects.ts";
import { readXmp, type XmpText } from "./xmp-encoding.ts";

/** Longer metadata is not read. */
const METADATA_LIMIT_BYTES = 4 * MB;

/** The document's metadata; undefined if it has none, or it cannot be read. */
export const metadataOf = (catalog: Dict, budget: Budget): XmpText | undefined => {
  const stream = get(catalog, "Metadata");
  const data = stream instanceof Stream ? budget.lend(() => plainData(stream, budget)) : undefined;
  return data === undefined || data.length > METADATA_LIMIT_BYTES ? undefined : readXmp(data);
};

/** The value of an XMP property with its prefix, written as an element or as an attribute: up to nine letters or digits. */
export const propertyValue = (metadata: string, name: string): string | undefined => {
  const found = new RegExp(`[\\s<]${name}\\s{0,9}(?:=\\s{0,9}["']|>)\\s{0,40}([\\w]{1,9})`).exec(metadata);
  return found?.[1];
};

/** Removes properties from a document's metadata. `names` is a pattern of their names with the prefix. */
export const dropProperties = (catalog: Dict, metadata: XmpText, names: string): void => {
  const without = metadata.text
    .replace(new RegExp(`<${names}\\s{0,9}>[^<]{0,60}</${names}\\s{0,9}>`, "g"), "")
    .replace(new RegExp(`(?<=\\s)${names}\\s{0,9}=\\s{0,9}(?:"[^"]{0,60}"|'[^']{0,60}')`, "g"), "");
  const dict = new Map((get(catalog, "Metadata") as Stream).dict);
  for (const key of ["Filter", "DecodeParms", "F", "DP"]) dict.delete(key);
  catalog.set("Metadata", new Ref(new Stream(dict, metadata.encode(without))));
};
