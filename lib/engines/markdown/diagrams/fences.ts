import { randomUUID } from "node:crypto";
import { defineMdastPlugin } from "satteri";

/** A diagram of a document: its source, and the mark in the HTML that the drawing replaces. */
export interface Diagram {
  readonly mark: string;
  readonly source: string;
}

/** The start of all marks. It is random, so a document cannot contain it. */
const DIAGRAM_MARK = randomUUID();

/** Replaces each fenced code block of `mermaid` with a mark, and adds the diagrams to `diagrams`. */
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
