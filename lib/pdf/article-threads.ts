import { arrayAt, dictOf } from "./access.ts";
import { type Dict, Ref, type Value } from "./objects.ts";
import type { RemovedObjects } from "./removed-objects.ts";

/** A bead of an article thread (ISO 32000-2, 12.4.3) and its dictionary. */
interface Bead {
  readonly ref: Ref;
  readonly dict: Dict;
}

/** The beads of an article thread in reading order. A bead belongs to the first thread that claims it. */
const beadsOf = (thread: Dict | undefined, claimed: Set<Ref>): Bead[] => {
  const beads: Bead[] = [];
  let ref = thread?.get("F");
  while (ref instanceof Ref && !claimed.has(ref)) {
    const dict = dictOf(ref);
    if (dict === undefined) break;
    claimed.add(ref);
    beads.push({ ref, dict });
    ref = dict.get("N");
  }
  return beads;
};

/** Removes the beads on removed pages from the article threads, and threads without beads. */
export const pruneArticleThreads = (catalog: Dict, keptPages: Ref[], removed: RemovedObjects): void => {
  const threads = arrayAt(catalog, "Threads");
  if (threads === undefined) return;
  const claimed = new Set<Ref>();
  const kept = threads.filter((thread) => {
    const isOnRemovedPage = ({ dict }: Bead): boolean => removed.has(dict.get("P"));
    const allBeads = beadsOf(dictOf(thread), claimed);
    const beads = allBeads.filter((bead) => !isOnRemovedPage(bead));
    for (const bead of allBeads) if (isOnRemovedPage(bead)) removed.add(bead.ref);
    const [first] = beads;
    let previous = beads.at(-1);
    for (const bead of beads) {
      previous?.dict.set("N", bead.ref);
      if (previous !== undefined) bead.dict.set("V", previous.ref);
      previous = bead;
    }
    if (first !== undefined) dictOf(thread)?.set("F", first.ref);
    return first !== undefined;
  });
  if (kept.length > 0) catalog.set("Threads", kept);
  else catalog.delete("Threads");
  /** The remaining beads of each list: pages may share one. */
  const keptByList = new Map<Value[], Ref>();
  for (const page of keptPages) {
    const beads = arrayAt(page, "B");
    if (beads === undefined) continue;
    const kept = keptByList.get(beads) ?? new Ref(beads.filter((bead) => !removed.has(bead)));
    keptByList.set(beads, kept);
    dictOf(page)?.set("B", kept);
  }
};
