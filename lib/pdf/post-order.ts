import { dictOf } from "./access.ts";
import type { Dict, Value } from "./objects.ts";

/**
 * The nodes of a tree in post-order, each once. `kidsOf` is called for a node before it is called for the node's kids.
 * A node that contains itself counts where it is first found. The depth is not limited by the call stack.
 */
export const postOrder = (roots: readonly Value[], kidsOf: (dict: Dict, node: Value) => readonly Value[]): Value[] => {
  const order: Value[] = [];
  const visited = new Set<Dict>();
  /** The lists of kids that were begun: nodes may share one. */
  const begun = new Set<readonly Value[]>();
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
    if (dict === undefined || visited.has(dict)) continue;
    visited.add(dict);
    const kids = kidsOf(dict, node);
    open.push({ node, kids: begun.has(kids) ? [] : kids, next: 0 });
    begun.add(kids);
  }
  return order;
};
