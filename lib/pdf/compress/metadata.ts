import { nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Ref, Stream } from "../objects.ts";
import { reachableObjects } from "../reachable-objects.ts";
import { setStreamData } from "./repack.ts";

/** Thumbnails in XMP metadata, and the padding for editing in place. */
const XMP_THUMBNAILS = /<xmp:Thumbnails>[\s\S]*?<\/xmp:Thumbnails>/g;
const XMP_PADDING = /\s+(?=<\?xpacket end)/;

/** The metadata streams of a document. */
export const metadataStreamsOf = (root: Ref): Stream[] =>
  [...reachableObjects(root)].flatMap(({ value }) =>
    value instanceof Stream && nameAt(value, "Type") === "Metadata" ? [value] : [],
  );

/** Removes thumbnails and padding from metadata; all properties are kept. */
export const trimMetadata = (root: Ref, budget: Budget): void => {
  for (const stream of metadataStreamsOf(root)) {
    const text = budget.lend(() => plainData(stream, budget)?.toString("latin1"));
    const trimmed = text?.replace(XMP_THUMBNAILS, "").replace(XMP_PADDING, "\n");
    if (trimmed !== undefined && trimmed !== text) setStreamData(stream, Buffer.from(trimmed, "latin1"));
  }
};
