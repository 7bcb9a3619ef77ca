import { arrayAt, dictOf } from "../access.ts";
import { type Dict, Ref } from "../objects.ts";
import type { Departed } from "./removed.ts";

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

/** Takes the pages that leave out of the article threads, and with its last bead a thread itself. */
export const pruneArticles = (catalog: Dict, staying: Ref[], departed: Departed): void => {
  const threads = arrayAt(catalog, "Threads");
  if (threads === undefined) return;
  const left = threads.filter((thread) => {
    const all = beadsOf(dictOf(thread));
    const beads = all.filter((bead) => !departed.has(dictOf(bead)!.get("P")));
    for (const bead of all) if (!beads.includes(bead)) departed.add(bead);
    beads.forEach((bead, index) => {
      dictOf(bead)!.set("N", beads[(index + 1) % beads.length]!);
      dictOf(bead)!.set("V", beads[(index + beads.length - 1) % beads.length]!);
    });
    if (beads.length > 0) dictOf(thread)!.set("F", beads[0]!);
    return beads.length > 0;
  });
  if (left.length > 0) catalog.set("Threads", left);
  else catalog.delete("Threads");
  for (const page of staying) {
    const beads = arrayAt(page, "B");
    if (beads !== undefined) {
      dictOf(page)!.set(
        "B",
        beads.filter((bead) => !departed.has(bead)),
      );
    }
  }
};
