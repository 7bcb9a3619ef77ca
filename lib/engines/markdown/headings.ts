import GithubSlugger from "github-slugger";
import { defineMdastPlugin } from "satteri";

/** A heading: its text, its level from 1, and the id by which links lead to it. */
export interface Heading {
  readonly text: string;
  readonly level: number;
  readonly id: string;
}

/** Gives headings the ids by which GitHub lets links lead to them, and collects them. */
export const headings = (found: Heading[]) => {
  const slugger = new GithubSlugger();
  return defineMdastPlugin({
    name: "headings",
    heading(node, context) {
      const text = context.textContent(node);
      const id = slugger.slug(text);
      found.push({ text, level: node.depth, id });
      context.setProperty(node, "data", { hProperties: { id } });
    },
  });
};
