import { randomUUID } from "node:crypto";
import { defineMdastPlugin } from "satteri";

/** A diagram of a document: its source, and the mark in the HTML that it replaces. */
export interface Diagram {
  readonly mark: string;
  readonly source: string;
}

/** The beginning of a mark; a document cannot contain it, because it is random. */
const DIAGRAM_MARK = randomUUID();

/** Replaces each fenced code block of `mermaid` with a mark, and collects the diagrams in `found`. */
export const collectDiagrams = (diagrams: Diagram[]) =>
  defineMdastPlugin({
    name: "diagrams",
    code(node, context) {
      if (node.lang?.toLowerCase() !== "mermaid") return;
      const mark = `<!--${DIAGRAM_MARK} ${diagrams.length}-->`;
      diagrams.push({ mark, source: node.value });
      context.replaceNode(node, { type: "html", value: mark });
    },
  });
