import { arrayAt, dictOf } from "./access.ts";
import { type Dict, Ref, type Value } from "./objects.ts";
import type { RemovedObjects } from "./removed-objects.ts";

/**
 * The beads of an article thread in reading order (ISO 32000-2, 12.4.3). A bead belongs to the first thread that claims
 * it.
 */
const beadsOf = (thread: Dict | undefined, claimed: Set<Ref>): Ref[] => {
  const beads: Ref[] = [];
  let bead = thread?.get("F");
  while (bead instanceof Ref && !claimed.has(bead) && dictOf(bead) !== undefined) {
    claimed.add(bead);
    beads.push(bead);
    bead = dictOf(bead)!.get("N");
  }
  return beads;
};

/** Removes the beads on removed pages from the article threads, and threads without beads. */
export const pruneArticleThreads = (catalog: Dict, keptPages: Ref[], removed: RemovedObjects): void => {
  const threads = arrayAt(catalog, "Threads");
  if (threads === undefined) return;
  const claimed = new Set<Ref>();
  const kept = threads.filter((thread) => {
    const isOnRemovedPage = (bead: Ref): boolean => removed.has(dictOf(bead)!.get("P"));
    const allBeads = beadsOf(dictOf(thread), claimed);
    const beads = allBeads.filter((bead) => !isOnRemovedPage(bead));
    for (const bead of allBeads) if (isOnRemovedPage(bead)) removed.add(bead);
    beads.forEach((bead, index) => {
      dictOf(bead)!.set("N", beads[(index + 1) % beads.length]!);
      dictOf(bead)!.set("V", beads[(index + beads.length - 1) % beads.length]!);
    });
    if (beads.length > 0) dictOf(thread)!.set("F", beads[0]!);
    return beads.length > 0;
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
    dictOf(page)!.set("B", kept);
  }
};
