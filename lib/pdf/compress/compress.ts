import { deflateThoroughly } from "../../deflate/deflate.ts";
import { resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { equalObjects, equalStreams } from "../equal-objects.ts";
import { dropInvalidatedParts } from "../invalidated-parts.ts";
import { type Dict, Ref, Stream, type Value } from "../objects.ts";
import { pdfaPart } from "../pdfa-claim.ts";
import { type Aliases, reachableObjects } from "../reachable-objects.ts";
import type { Document } from "../read/open.ts";
import { trimStructureTree } from "../structure-tree/trim.ts";
import type { OutputDocument } from "../write/write.ts";
import { rewriteContents } from "./contents.ts";
import { descriptorOf, fontsOf, subsetFonts } from "./fonts/subset.ts";
import { convertType1 } from "./fonts/type1.ts";
import { compressImages, filteredPictures } from "./images/images.ts";
import { type PictureForms, StoredPictures } from "./images/stored-pictures.ts";
import { archivalLevel, type CompressionLevel } from "./levels.ts";
import { metadataStreamsOf, trimMetadata } from "./metadata.ts";
import { dropPrintIntents } from "./print-intents.ts";
import { readUsage } from "./read-usage.ts";
import { repackStreams } from "./repack.ts";
import { dropUnusedResources } from "./scopes.ts";
import { trimStreamDictionaries } from "./stream-dictionaries.ts";

const replaceByAliases = (equals: Aliases): void => {
  for (const [other, first] of equals) other.value = first;
};

/** Removes data that readers do not show: thumbnails, and private data of the programs that made the file. */
const dropUnshownData = (root: Ref): void => {
  for (const { value } of reachableObjects(root)) {
    const dict = value instanceof Stream ? value.dict : resolve(value);
    if (!(dict instanceof Map)) continue;
    dict.delete("PieceInfo");
    if (dict.has("Contents") || dict.has("MediaBox")) dict.delete("Thumb");
  }
};

/** Whether fonts list their glyphs in a CIDSet. */
const hasCidSet = (catalog: Dict): boolean =>
  fontsOf(catalog).some((font) => descriptorOf(font)?.has("CIDSet") === true);

/** Removes the lists of a font's glyphs, which must be complete if there are any. */
const dropCidSets = (catalog: Dict): void => {
  for (const font of fontsOf(catalog)) descriptorOf(font)?.delete("CIDSet");
};

/** A compressed document, whose pictures can still be stored more faithfully. */
export interface CompressedDocument extends OutputDocument {
  readonly pictures?: Pick<StoredPictures, "improve">;
}

/** One of several attempts at a document: its optional passes, and the forms of pictures that earlier attempts have chosen. */
interface CompressionAttempt {
  readonly passes?: Passes | undefined;
  readonly forms?: PictureForms;
}

/**
 * Compresses a document as far as the level allows; one that claims to be PDF/A keeps its colour spaces. Text, tags, links, forms,
 * bookmarks and attachments are kept.
 */
export const compressDocument = async (
  document: Document,
  demanded: CompressionLevel,
  budget: Budget,
  { passes = ALL_PASSES, forms = new Map() }: CompressionAttempt = {},
): Promise<CompressedDocument> => {
  const { catalog, info, version } = document;
  const part = pdfaPart(catalog, budget);
  const level = part === undefined ? demanded : archivalLevel(demanded);
  const warnings = dropInvalidatedParts(document, budget, undefined, { keepsPages: true });
  if (level.screen && part === undefined) warnings.push(...dropPrintIntents(catalog, info, budget));
  const root = new Ref(catalog);
  dropUnshownData(root);
  trimMetadata(root, budget);
  replaceByAliases(equalStreams(root));
  const usage = readUsage(document, budget);
  if (passes.has("names")) dropUnusedResources(catalog, usage);
  const pictures = new StoredPictures(forms);
  const filtered = passes.has("pictures")
    ? await compressImages(document, usage, {
        level: passes.has("layers") ? level : { ...level, split: undefined },
        stored: pictures,
        budget,
      })
    : filteredPictures(catalog);
  // PDF/A-1 requires a CIDSet for subset fonts; in the later parts it is optional.
  if (passes.has("fonts") && !(part === 1 && hasCidSet(catalog))) {
    dropCidSets(catalog);
    convertType1(fontsOf(catalog), level.hints, budget);
    subsetFonts(catalog, usage, { hints: level.hints, budget });
  }
  if (passes.has("contents")) rewriteContents(document, usage, budget);
  trimStructureTree(catalog);
  // PDF/A-1 forbids filters on metadata streams (ISO 19005-1, 6.7.2).
  const plain = new Set<Value>(part === 1 ? metadataStreamsOf(root) : []);
  repackStreams(root, { pictures: filtered, plain }, budget);
  replaceByAliases(equalObjects(root));
  trimStreamDictionaries(root, { hasObjectStreams: part !== 1 });
  return { catalog, info, version, warnings, pictures, deflate: deflateThoroughly, avoidsObjectStreams: part === 1 };
};

/**
 * The optional passes: content streams are rewritten, fonts subset and converted, unused resources removed, pictures
 * encoded again, and scanned pages split into layers while that is done.
 */
const PASSES = ["contents", "fonts", "names", "pictures", "layers"] as const;
export type Pass = (typeof PASSES)[number];
export type Passes = ReadonlySet<Pass>;

export const ALL_PASSES: Passes = new Set(PASSES);

/** No optional pass: equal objects are shared, and streams deflated again. */
export const NO_PASSES: Passes = new Set();

export const allPassesBut = (pass: Pass): Passes => new Set(PASSES.filter((other) => other !== pass));
