import { dictOf } from "./access.ts";
import type { Dict, Value } from "./objects.ts";

/** A node of a tree: the value that leads to it, and its dictionary. */
export interface TreeNode<Node extends Value = Value> {
  readonly node: Node;
  readonly dict: Dict;
}

/**
 * The nodes of a tree in post-order, each once. `kidsOf` is called for a node before it is called for the node's kids.
 * A node that contains itself counts where it is first found. The depth is not limited by the call stack.
 */
export const postOrder = <Node extends Value>(
  roots: readonly Node[],
  kidsOf: (dict: Dict, node: Node) => readonly Node[],
): TreeNode<Node>[] => {
  const order: TreeNode<Node>[] = [];
  const visited = new Set<Dict>();
  /** The lists of kids that were entered, because nodes may share one. */
  const begun = new Set<readonly Node[]>();
  const open: { readonly parent?: TreeNode<Node>; readonly kids: Iterator<Node> }[] = [{ kids: roots.values() }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { done, value: node } = level.kids.next();
    if (done === true) {
      open.pop();
      if (level.parent !== undefined) order.push(level.parent);
      continue;
    }
    const dict = dictOf(node);
    if (dict === undefined || visited.has(dict)) continue;
    visited.add(dict);
    const kids = kidsOf(dict, node);
    open.push({ parent: { node, dict }, kids: (begun.has(kids) ? [] : kids).values() });
    begun.add(kids);
  }
  return order;
};
