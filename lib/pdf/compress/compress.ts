import { resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Aliases, gather } from "../gather.ts";
import { dropUnkeepable } from "../losses.ts";
import { Ref, Stream } from "../objects.ts";
import { setPages } from "../pages.ts";
import type { Document } from "../read/open.ts";
import { equalObjects, equalStreams } from "../share.ts";
import type { Writing } from "../write.ts";
import { rewriteContents } from "./contents.ts";
import { fontsOf, subsetFonts } from "./fonts/subset.ts";
import { convertType1 } from "./fonts/type1/convert.ts";
import { compressImages } from "./images/images.ts";
import { LEVELS, type Quality } from "./levels.ts";
import { trimMetadata } from "./metadata.ts";
import { repackStreams } from "./repack.ts";
import { packStructure } from "./structure.ts";
import { dropUnused } from "./unused.ts";
import { usageOf } from "./usage.ts";

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

/** Makes a document small, as a level allows, and keeps what it holds: text, tags, links, forms, bookmarks, attachments. */
export const compressDocument = async (document: Document, quality: Quality, budget: Budget): Promise<Writing> => {
  const { catalog, info, version } = document;
  const level = LEVELS[quality];
  setPages(catalog, document.pages);
  const warnings = dropUnkeepable(document, undefined, { xfa: true });
  const root = new Ref(catalog);
  dropPrivateData(root);
  trimMetadata(root, budget);
  share(equalStreams(root));
  const usage = usageOf(document, budget);
  dropUnused(catalog, usage);
  const done = await compressImages(document, usage, level, budget);
  convertType1(fontsOf(catalog), level.hints, budget);
  subsetFonts(catalog, usage, level.hints, budget);
  rewriteContents(document, usage, budget);
  packStructure(catalog);
  repackStreams(root, done, budget);
  share(equalObjects(root));
  return { catalog, info, version, warnings, level: 9 };
};
