import { resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Aliases, gather } from "../gather.ts";
import { dropUnkeepable } from "../losses.ts";
import { type Dict, Ref, Stream, type Value } from "../objects.ts";
import { pdfaPart } from "../pdfa.ts";
import type { Document } from "../read/open.ts";
import { equalObjects, equalStreams } from "../share.ts";
import type { Writing } from "../write/write.ts";
import { rewriteContents } from "./contents.ts";
import { descriptorOf } from "./fonts/descriptor.ts";
import { fontsOf, subsetFonts } from "./fonts/subset.ts";
import { convertType1 } from "./fonts/type1/convert.ts";
import { compressImages, packedPictures } from "./images/images.ts";
import { archival, LEVELS, type Quality } from "./levels.ts";
import { metadataOf, trimMetadata } from "./metadata.ts";
import { ALL_PASSES, type Passes } from "./passes.ts";
import { dropPrintIntents } from "./print-intents.ts";
import { usageOf } from "./read-usage.ts";
import { repackStreams } from "./repack.ts";
import { packStructure } from "./structure.ts";
import { dropUnused } from "./unused.ts";

/** Lets one of equal objects stand for the others. */
const share = (equals: Aliases): void => {
  for (const [other, first] of equals) other.value = first;
};

/** Takes out what no reader shows: thumbnails, and data of the programs that made the file. */
const dropPrivateData = (root: Ref): void => {
  for (const { value } of gather(root)) {
    const dict = value instanceof Stream ? value.dict : resolve(value);
    if (!(dict instanceof Map)) continue;
    dict.delete("PieceInfo");
    if (dict.has("Contents") || dict.has("MediaBox")) dict.delete("Thumb");
  }
};

/** Whether fonts of a document list the glyphs that they hold, as PDF/A asks: then they hold on to these. */
const listsGlyphs = (catalog: Dict): boolean =>
  fontsOf(catalog).some((font) => descriptorOf(font)?.has("CIDSet") === true);

/** Makes a document small, as a level allows, and keeps what it holds: text, tags, links, forms, bookmarks, attachments. */
export const compressDocument = async (
  document: Document,
  quality: Quality,
  budget: Budget,
  passes: Passes = ALL_PASSES,
): Promise<Writing> => {
  const { catalog, info, version } = document;
  const part = pdfaPart(catalog, budget);
  const level = part === undefined ? LEVELS[quality] : archival(LEVELS[quality]);
  const warnings = dropUnkeepable(document, undefined, { xfa: true });
  if (level.screen && part === undefined) warnings.push(...dropPrintIntents(catalog, info, budget));
  const root = new Ref(catalog);
  dropPrivateData(root);
  trimMetadata(root, budget);
  share(equalStreams(root));
  const usage = usageOf(document, budget);
  if (passes.has("names")) dropUnused(catalog, usage);
  const done = passes.has("pictures") ? await compressImages(document, usage, level, budget) : packedPictures(catalog);
  if (passes.has("fonts") && (part === undefined || !listsGlyphs(catalog))) {
    convertType1(fontsOf(catalog), level.hints, budget);
    subsetFonts(catalog, usage, level.hints, budget);
  }
  if (passes.has("contents")) rewriteContents(document, usage, budget);
  packStructure(catalog);
  // In PDF/A-1 metadata stand there for all to read (ISO 19005-1, 6.7.2).
  const plain = part === 1 ? metadataOf(root) : [];
  repackStreams(root, new Set<Value>([...done, ...plain]), budget);
  share(equalObjects(root));
  return { catalog, info, version, warnings, level: 9, classic: part === 1 };
};
