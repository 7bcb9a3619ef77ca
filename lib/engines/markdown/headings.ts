import GithubSlugger from "github-slugger";
import { defineMdastPlugin } from "satteri";

/** Gives headings the ids by which GitHub lets links lead to them, and keeps the first for a title. */
export const headings = (found: (text: string) => void) => {
  const slugger = new GithubSlugger();
  return defineMdastPlugin({
    name: "headings",
    heading(node, context) {
      const text = context.textContent(node);
      found(text);
      context.setProperty(node, "data", { hProperties: { id: slugger.slug(text) } });
    },
  });
};
