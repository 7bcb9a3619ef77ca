import type { Warning } from "../output/warnings.ts";
import { arrayAt, dictAt, dictOf, get, nameAt } from "./access.ts";
import { destinationKey } from "./destinations/names.ts";
import type { MergeSource } from "./merge-source.ts";
import { keyText } from "./name-trees.ts";
import { type Dict, Ref, type Value } from "./objects.ts";
import type { RemovedObjects } from "./removed-objects.ts";
import { keyBytes } from "./strings.ts";

/**
 * Turns links to addresses that begin with `internalPrefix` into links to the named destination in the rest of the
 * address.
 */
export const makeLinksInternal = (sources: MergeSource[], internalPrefix: string): void => {
  for (const dict of sources.flatMap((source) => source.dictionariesWith("URI"))) {
    if (nameAt(dict, "Subtype") !== "Link") continue;
    const address = keyText(get(dictAt(dict, "A"), "URI"));
    if (address === undefined || !address.startsWith(internalPrefix)) continue;
    dict.delete("A");
    dict.set("Dest", keyBytes(address.slice(internalPrefix.length)));
  }
};

/** Whether an annotation has an action that goes to a removed page, also if others follow it. */
const goesToRemovedPage = (annotation: Dict | undefined, removed: RemovedObjects): boolean => {
  const action = dictAt(annotation, "A");
  return action !== undefined && destinationKey(action) === "D" && removed.isRemovedDestination(action.get("D"));
};

const LINKS_REMOVED: Warning = {
  code: "links-removed",
  message: "Links to pages that the result does not have were removed.",
};

/**
 * Removes the links of the kept pages that lead to removed pages. Returns a warning if there are any, or others that now lead
 * nowhere, such as buttons.
 */
export const pruneLinks = (keptPages: Ref[], removed: RemovedObjects): Warning[] => {
  /** What is kept of each list: pages may share one. */
  const keptByList = new Map<Value[], Value | undefined>();
  let leadsNowhere = false;
  const keptOf = (annotations: Value[]): Value | undefined => {
    const kept = annotations.filter((annotation) => {
      if (removed.isUnaffected(annotation)) return true;
      const dict = dictOf(annotation);
      const isDead = nameAt(dict, "Subtype") === "Link" && removed.isLinkToRemovedPage(dict);
      leadsNowhere ||= isDead || goesToRemovedPage(dict, removed);
      if (isDead) removed.add(annotation);
      return !isDead;
    });
    return kept.length < annotations.length ? new Ref(kept) : undefined;
  };
  for (const page of keptPages) {
    const annotations = arrayAt(page, "Annots");
    if (annotations === undefined) continue;
    if (!keptByList.has(annotations)) keptByList.set(annotations, keptOf(annotations));
    const kept = keptByList.get(annotations);
    if (kept !== undefined) dictOf(page)?.set("Annots", kept);
  }
  return leadsNowhere ? [LINKS_REMOVED] : [];
};
