import { arrayAt, dictOf, nameAt } from "../access.ts";
import type { Ref } from "../objects.ts";
import type { Departed } from "./removed.ts";

/** Takes the links that lead to pages that leave off the pages that stay. */
export const pruneLinks = (staying: Ref[], departed: Departed): void => {
  for (const page of staying) {
    const annotations = arrayAt(page, "Annots");
    if (annotations === undefined) continue;
    const left = annotations.filter((annotation) => {
      if (departed.isAsideFrom(annotation)) return true;
      const dict = dictOf(annotation);
      const dead = nameAt(dict, "Subtype") === "Link" && departed.isTargetOf(dict);
      if (dead) departed.add(annotation);
      return !dead;
    });
    if (left.length < annotations.length) dictOf(page)!.set("Annots", left);
  }
};
