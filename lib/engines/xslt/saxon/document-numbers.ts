import SaxonJS from "saxonjs-he";

/** The property by which SaxonJS numbers documents, from the first one of its process on. */
const NUMBER = "_saxonDocumentNumber";

const own = Symbol(NUMBER);

/** A node's prototype that all kinds of nodes have. */
const nodePrototype = (): object => {
  let found: object = SaxonJS.internals.getPlatform().parseXmlFromString("<x/>");
  for (let next = Object.getPrototypeOf(found); next !== Object.prototype; next = Object.getPrototypeOf(found))
    found = next as object;
  return found;
};

let count = 0;

// SaxonJS sets the next number of a count that cannot be reached.
Object.defineProperty(nodePrototype(), NUMBER, {
  get(this: Record<symbol, unknown>) {
    return this[own];
  },
  set(this: Record<symbol, unknown>) {
    this[own] = ++count;
  },
});

/**
 * Numbers documents from 1 on again. `generate-id()` and the order of nodes of several documents follow from the numbers, which
 * must not depend on what a process has done before.
 */
export const restartDocumentNumbers = (): void => {
  count = 0;
};
