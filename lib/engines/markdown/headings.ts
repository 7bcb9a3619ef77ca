import GithubSlugger from "github-slugger";
import { defineMdastPlugin } from "satteri";

/** A heading: its text, its level from 1, and its id. */
export interface Heading {
  readonly text: string;
  readonly level: number;
  readonly id: string;
}

/** Gives headings the ids that they have on GitHub, and adds them to `headings`. */
export const collectHeadings = (headings: Heading[]) => {
  const slugger = new GithubSlugger();
  return defineMdastPlugin({
    name: "headings",
    heading(node, context) {
      const text = context.textContent(node);
      const id = slugger.slug(text);
      headings.push({ text, level: node.depth, id });
      context.setProperty(node, "data", { hProperties: { id } });
    },
  });
};
