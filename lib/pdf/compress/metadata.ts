import { nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Ref, Stream } from "../objects.ts";
import { reachableObjects } from "../reachable-objects.ts";
import { setStreamData } from "./repack.ts";

/** The element of thumbnails in XMP metadata. */
const THUMBNAILS = ["<xmp:Thumbnails>", "</xmp:Thumbnails>"] as const;
/** Follows the padding for editing in place. */
const PACKET_END = "<?xpacket end";

const withoutThumbnails = (xmp: string): string => {
  const [open, close] = THUMBNAILS;
  let kept = "";
  let from = 0;
  for (let at = xmp.indexOf(open); at >= 0; at = xmp.indexOf(open, from)) {
    const end = xmp.indexOf(close, at);
    if (end < 0) break;
    kept += xmp.slice(from, at);
    from = end + close.length;
  }
  return kept + xmp.slice(from);
};

const withoutPadding = (xmp: string): string => {
  const end = xmp.indexOf(PACKET_END);
  const before = end < 0 ? xmp : xmp.slice(0, end).trimEnd();
  return end < 0 || before.length === end ? xmp : `${before}\n${xmp.slice(end)}`;
};

export const metadataStreamsOf = (root: Ref): Stream[] =>
  [...reachableObjects(root)].flatMap(({ value }) =>
    value instanceof Stream && nameAt(value, "Type") === "Metadata" ? [value] : [],
  );

/** Removes thumbnails and padding from metadata; all properties are kept. */
export const trimMetadata = (root: Ref, budget: Budget): void => {
  for (const stream of metadataStreamsOf(root)) {
    const text = budget.lend(() => plainData(stream, budget)?.toString("latin1"));
    const trimmed = text === undefined ? undefined : withoutPadding(withoutThumbnails(text));
    if (trimmed !== undefined && trimmed !== text) setStreamData(stream, Buffer.from(trimmed, "latin1"));
  }
};
