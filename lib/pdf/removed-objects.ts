import { arrayAt, dictOf, get, resolve } from "./access.ts";
import { destinationKey } from "./destinations/names.ts";
import { keyText } from "./name-trees.ts";
import { type Dict, Ref, type Value } from "./objects.ts";

/** The annotations of pages, each list once: pages may share one. */
const annotationsOf = (pages: readonly Ref[]): Ref[] => {
  const lists = new Set(pages.map((page) => arrayAt(page, "Annots") ?? []));
  return [...lists].flatMap((list) => list.filter((annotation) => annotation instanceof Ref));
};

/**
 * The objects that are removed from a document: pages, their annotations, destinations on the pages, and objects that
 * depend on them. It is one class, because links, bookmarks, fields and tags ask and add to the same set.
 */
export class RemovedObjects {
  /** The removed pages. A page that a damaged file names twice may be kept, and then is none of them. */
  readonly pages: ReadonlySet<Ref>;
  readonly keptPages: ReadonlySet<Ref>;
  /** Names of destinations on the removed pages. */
  readonly destinationNames = new Set<string>();
  readonly #objects: Set<Ref>;

  constructor(pages: Ref[], keptPages: Ref[]) {
    this.keptPages = new Set(keptPages);
    this.pages = new Set(pages.filter((page) => !this.keptPages.has(page)));
    this.#objects = new Set([...pages, ...annotationsOf(pages)]);
    // In a damaged file, a page can be among the annotations or bookmarks of another page.
    for (const kept of [...keptPages, ...annotationsOf(keptPages)]) this.#objects.delete(kept);
  }

  /** Whether the value is a reference to a removed object. */
  has(value: Value | undefined): boolean {
    return value instanceof Ref && this.#objects.has(value);
  }

  /** Whether the value is a reference to a page that is kept. */
  isKeptPage(value: Value | undefined): boolean {
    return value instanceof Ref && this.keptPages.has(value);
  }

  /** Whether an unparsed object refers to kept pages, and to nothing else. */
  #refersOnlyToKeptPages(value: Value | undefined): boolean {
    const unparsed = value instanceof Ref ? value.unparsed : undefined;
    return unparsed?.refs.every((ref) => this.keptPages.has(ref)) === true;
  }

  /** Whether an annotation certainly does not lead to a removed page; it is not parsed for that. */
  isUnaffected(annotation: Value): boolean {
    return this.destinationNames.size === 0 && this.#refersOnlyToKeptPages(annotation);
  }

  /** Removes another object with the pages. */
  add(value: Value | undefined): void {
    if (value instanceof Ref && !this.keptPages.has(value)) this.#objects.add(value);
  }

  /** Whether an explicit or named destination is on a removed page. */
  isRemovedDestination(destination: Value | undefined): boolean {
    if (this.#refersOnlyToKeptPages(destination)) return false;
    const direct = resolve(destination);
    const name = keyText(direct);
    if (name !== undefined) return this.destinationNames.has(name);
    const explicit = direct instanceof Map ? get(direct, "D") : direct;
    return Array.isArray(explicit) && this.has(explicit[0]);
  }

  /** Whether a link or bookmark leads to a removed page, and has no other effect. */
  isLinkToRemovedPage(dict: Dict | undefined): boolean {
    if (dict === undefined) return false;
    if (destinationKey(dict) === "Dest") return this.isRemovedDestination(dict.get("Dest"));
    return this.isGoToRemovedPage(dict.get("A"));
  }

  /** Whether an action goes to a removed page, and no other action follows it. */
  isGoToRemovedPage(action: Value | undefined): boolean {
    const dict = dictOf(action);
    if (dict === undefined || destinationKey(dict) !== "D" || !this.isRemovedDestination(dict.get("D"))) return false;
    const next = resolve(dict.get("Next"));
    return next === undefined || (Array.isArray(next) && next.length === 0);
  }

  /** Sets every removed object to null, so that the remaining references to it are null. */
  nullify(): void {
    for (const object of this.#objects) object.value = null;
  }
}
