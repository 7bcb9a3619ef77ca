import { randomUUID } from "node:crypto";
import { defineMdastPlugin } from "satteri";

/** Marks a place where a large document may be cut; no document can know it. */
export const CUT = `<!--${randomUUID()}-->`;

/** Bytes of Markdown after which a heading begins a new piece, and after which any block does. */
const AT_HEADING = 500_000;
const ANYWHERE = 1_000_000;

/** Marks where a large document is cut: before a heading of its own where there is one, else before any block. */
export const cuts = () =>
  defineMdastPlugin({
    name: "cuts",
    options: { position: true },
    after(root, context) {
      let last = 0;
      for (const node of root.children) {
        const at = node.position?.start.offset ?? last;
        if (at - last < (node.type === "heading" ? AT_HEADING : ANYWHERE)) continue;
        context.insertBefore(node, { type: "html", value: CUT });
        last = at;
      }
    },
  });
