import { randomUUID } from "node:crypto";
import { defineMdastPlugin } from "satteri";

/** A diagram of a document: its source, and the mark that stands in the HTML where it is to be. */
export interface Diagram {
  readonly mark: string;
  readonly source: string;
}

/** What begins a mark; no document can know it. */
const MARK = randomUUID();

/** Leaves a mark for each fence of `mermaid`, as GitHub draws them, and collects the diagrams. */
export const fences = (found: Diagram[]) =>
  defineMdastPlugin({
    name: "diagrams",
    code(node, context) {
      if (node.lang?.toLowerCase() !== "mermaid") return;
      const mark = `<!--${MARK} ${found.length}-->`;
      found.push({ mark, source: node.value });
      context.replaceNode(node, { type: "html", value: mark });
    },
  });
