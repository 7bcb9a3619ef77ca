import { randomUUID } from "node:crypto";
import { defineMdastPlugin } from "satteri";

/** The mark at which a large document is cut. It is random, so a document cannot contain it. */
export const CUT_MARK = `<!--${randomUUID()}-->`;

/**
 * A piece ends before the first heading after the first distance, or before the first block of any kind after the second one.
 */
const HEADING_CUT_DISTANCE_BYTES = 500_000;
const BLOCK_CUT_DISTANCE_BYTES = 1_000_000;

/** Marks where a large document is cut: before a heading if possible, else before any block. */
export const markCuts = () =>
  defineMdastPlugin({
    name: "cuts",
    options: { position: true },
    after(root, context) {
      let last = 0;
      for (const node of root.children) {
        const at = node.position?.start.offset ?? last;
        if (at - last < (node.type === "heading" ? HEADING_CUT_DISTANCE_BYTES : BLOCK_CUT_DISTANCE_BYTES)) continue;
        context.insertBefore(node, { type: "html", value: CUT_MARK });
        last = at;
      }
    },
  });
