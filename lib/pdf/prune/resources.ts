import { dictAt, dictOf } from "../access.ts";
import type { Budget } from "../budget.ts";
import { usedNames } from "../contents/used-names.ts";
import type { Departed } from "../departed.ts";
import type { Dict, Ref } from "../objects.ts";

/** Categories whose entries can hold what a page shows; fonts and colours are left alone. */
const TELLING = ["XObject", "Pattern", "Properties"];

/**
 * Pages may share one dictionary of resources. Takes out of it what only pages that leave have used: their images
 * would stay in the file otherwise.
 */
export const pruneResources = (staying: Ref[], departed: Departed, budget: Budget): void => {
  const touched = new Set<Dict>();
  for (const page of departed.pages) {
    const resources = dictAt(page, "Resources");
    for (const category of TELLING) {
      const entries = dictAt(resources, category);
      if (entries !== undefined && entries.size > 0) touched.add(entries);
    }
  }
  if (touched.size === 0) return;
  const used = new Map<Dict, Set<string> | undefined>();
  for (const page of staying) {
    const resources = dictAt(page, "Resources");
    const shared = TELLING.flatMap((category) => dictAt(resources, category) ?? []).filter((entries) =>
      touched.has(entries),
    );
    if (shared.length === 0) continue;
    const names = usedNames(page, dictOf(resources)!, budget);
    for (const entries of shared) {
      const known = used.has(entries) ? used.get(entries) : new Set<string>();
      used.set(entries, known && names && new Set([...known, ...names]));
    }
  }
  for (const [entries, names] of used) {
    if (names !== undefined) for (const name of entries.keys()) if (!names.has(name)) entries.delete(name);
  }
};
