import { nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { gather } from "../gather.ts";
import { type Ref, Stream } from "../objects.ts";
import { setData } from "./repack.ts";

/** Pictures of the document in its metadata, and room that was left for editing them in place. */
const THUMBNAILS = /<xmp:Thumbnails>[\s\S]*?<\/xmp:Thumbnails>/g;
const PADDING = /\s+(?=<\?xpacket end)/;

/** Takes previews and padding out of the metadata; everything that they say stays. */
export const trimMetadata = (root: Ref, budget: Budget): void => {
  for (const { value } of gather(root)) {
    if (!(value instanceof Stream) || nameAt(value, "Type") !== "Metadata") continue;
    const text = budget.lend(() => plainData(value, budget)?.toString("latin1"));
    const trimmed = text?.replace(THUMBNAILS, "").replace(PADDING, "\n");
    if (trimmed !== undefined && trimmed !== text) setData(value, Buffer.from(trimmed, "latin1"));
  }
};
