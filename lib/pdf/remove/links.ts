import { arrayAt, dictOf, nameAt } from "../access.ts";
import type { Ref } from "../objects.ts";
import type { RemovedObjects } from "./removed.ts";

/** Removes links to removed pages from the kept pages. */
export const pruneLinks = (keptPages: Ref[], removed: RemovedObjects): void => {
  for (const page of keptPages) {
    const annotations = arrayAt(page, "Annots");
    if (annotations === undefined) continue;
    const kept = annotations.filter((annotation) => {
      if (removed.isUnaffected(annotation)) return true;
      const dict = dictOf(annotation);
      const isDead = nameAt(dict, "Subtype") === "Link" && removed.isLinkToRemovedPage(dict);
      if (isDead) removed.add(annotation);
      return !isDead;
    });
    if (kept.length < annotations.length) dictOf(page)!.set("Annots", kept);
  }
};
