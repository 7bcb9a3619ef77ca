import { dictOf } from "../access.ts";
import type { Dict, Value } from "../objects.ts";

/**
 * All nodes of a tree, each once, kids before their parents, however deep they stand. `kidsOf` is asked of a node before
 * its kids are; a node that stands in itself counts where it was met first.
 */
export const kidsFirst = (roots: readonly Value[], kidsOf: (dict: Dict, node: Value) => readonly Value[]): Value[] => {
  const order: Value[] = [];
  const met = new Set<Dict>();
  const open = [{ node: undefined as Value | undefined, kids: roots, next: 0 }];
  while (open.length > 0) {
    const level = open[open.length - 1]!;
    if (level.next === level.kids.length) {
      open.pop();
      if (level.node !== undefined) order.push(level.node);
      continue;
    }
    const node = level.kids[level.next++]!;
    const dict = dictOf(node);
    if (dict === undefined || met.has(dict)) continue;
    met.add(dict);
    open.push({ node, kids: kidsOf(dict, node), next: 0 });
  }
  return order;
};
