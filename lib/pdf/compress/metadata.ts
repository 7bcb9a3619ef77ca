import { nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { gather } from "../gather.ts";
import { type Ref, Stream } from "../objects.ts";
import { setData } from "./repack.ts";

/** Pictures of the document in its metadata, and room that was left for editing them in place. */
const THUMBNAILS = /<xmp:Thumbnails>[\s\S]*?<\/xmp:Thumbnails>/g;
const PADDING = /\s+(?=<\?xpacket end)/;

/** All metadata streams of a document. */
export const metadataOf = (root: Ref): Stream[] =>
  [...gather(root)].flatMap(({ value }) =>
    value instanceof Stream && nameAt(value, "Type") === "Metadata" ? [value] : [],
  );

/** Takes previews and padding out of the metadata; everything that they say stays. */
export const trimMetadata = (root: Ref, budget: Budget): void => {
  for (const stream of metadataOf(root)) {
    const text = budget.lend(() => plainData(stream, budget)?.toString("latin1"));
    const trimmed = text?.replace(THUMBNAILS, "").replace(PADDING, "\n");
    if (trimmed !== undefined && trimmed !== text) setData(stream, Buffer.from(trimmed, "latin1"));
  }
};
