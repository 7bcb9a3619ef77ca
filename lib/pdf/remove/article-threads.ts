import { arrayAt, dictOf } from "../access.ts";
import { type Dict, Ref } from "../objects.ts";
import type { RemovedObjects } from "./removed.ts";

/** The beads of an article thread in reading order (ISO 32000-2, 12.4.3). */
const beadsOf = (thread: Dict | undefined): Ref[] => {
  const beads = new Set<Ref>();
  let bead = thread?.get("F");
  while (bead instanceof Ref && !beads.has(bead) && dictOf(bead) !== undefined) {
    beads.add(bead);
    bead = dictOf(bead)!.get("N");
  }
  return [...beads];
};

/** Removes the beads on removed pages from the article threads, and threads without beads. */
export const pruneArticleThreads = (catalog: Dict, keptPages: Ref[], removed: RemovedObjects): void => {
  const threads = arrayAt(catalog, "Threads");
  if (threads === undefined) return;
  const kept = threads.filter((thread) => {
    const all = beadsOf(dictOf(thread));
    const beads = all.filter((bead) => !removed.has(dictOf(bead)!.get("P")));
    for (const bead of all) if (!beads.includes(bead)) removed.add(bead);
    beads.forEach((bead, index) => {
      dictOf(bead)!.set("N", beads[(index + 1) % beads.length]!);
      dictOf(bead)!.set("V", beads[(index + beads.length - 1) % beads.length]!);
    });
    if (beads.length > 0) dictOf(thread)!.set("F", beads[0]!);
    return beads.length > 0;
  });
  if (kept.length > 0) catalog.set("Threads", kept);
  else catalog.delete("Threads");
  for (const page of keptPages) {
    const beads = arrayAt(page, "B");
    if (beads !== undefined) {
      dictOf(page)!.set(
        "B",
        beads.filter((bead) => !removed.has(bead)),
      );
    }
  }
};
