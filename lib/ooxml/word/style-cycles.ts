import { damagedFile } from "../../errors/document-errors.ts";
import { tagsNamed } from "../markup.ts";

/** The style on which each style is based, both by their ids. */
const parentsOf = (styles: string): Map<string, string> => {
  const parents = new Map<string, string>();
  let style = "";
  for (const { name, attributes } of tagsNamed(styles, "style", "basedOn")) {
    const { styleId = "", val = "" } = attributes;
    if (name === "style") style = styleId;
    else parents.set(style, val);
  }
  return parents;
};

/**
 * Throws UNSUPPORTED_MEDIA_TYPE if styles of this part are based on each other in a circle: a style inherits its properties from a
 * root (ECMA-376, part 1, 17.7.2), and LibreOffice crashes without one. It ignores a style that names itself.
 */
export const assertStylesHaveRoots = (part: string, styles: string): void => {
  const parents = parentsOf(styles);
  /** The first style of the chain that reached a style first. */
  const chains = new Map<string, string>();
  for (const first of parents.keys()) {
    let style = first;
    for (let parent = parents.get(style); parent !== undefined && !chains.has(style); parent = parents.get(style)) {
      chains.set(style, first);
      if (parent === style) break;
      if (chains.get(parent) === first)
        throw damagedFile(`in ${part}, styles are based on each other in a circle (basedOn)`);
      style = parent;
    }
  }
};
