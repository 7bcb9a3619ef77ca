import { arrayAt, dictOf, get, resolve } from "../access.ts";
import { leadingKey } from "../destinations.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { keyText } from "../trees.ts";

const annotationsOf = (page: Ref): Ref[] =>
  (arrayAt(page, "Annots") ?? []).filter((annotation) => annotation instanceof Ref);

/** What leaves a document: pages, their annotations, destinations on them, and whatever is found to go with them. */
export class Departed {
  readonly pages: readonly Ref[];
  /** Names of destinations that led to the pages. */
  readonly names = new Set<string>();
  readonly #cells: Set<Ref>;
  readonly #staying: ReadonlySet<Ref>;

  constructor(pages: Ref[], staying: Ref[]) {
    this.pages = pages;
    this.#staying = new Set(staying);
    this.#cells = new Set([...pages, ...pages.flatMap(annotationsOf)]);
    // In a damaged file a page can stand among the annotations or bookmarks of another.
    for (const kept of [...staying, ...staying.flatMap(annotationsOf)]) this.#cells.delete(kept);
  }

  /** Whether the value refers to something that leaves. */
  has(value: Value | undefined): boolean {
    return value instanceof Ref && this.#cells.has(value);
  }

  /** Whether a value is one of the pages that stay. */
  staysPage(value: Value | undefined): boolean {
    return value instanceof Ref && this.#staying.has(value);
  }

  /** Whether a text that nobody has looked into refers to pages that stay, and to nothing else. */
  #isBeside(value: Value | undefined): boolean {
    const raw = value instanceof Ref ? value.raw : undefined;
    return raw?.refs.every((ref) => this.#staying.has(ref)) === true;
  }

  /** Whether it can be told without a look into an annotation that it does not lead to a page that leaves. */
  isAsideFrom(annotation: Value): boolean {
    return this.names.size === 0 && this.#isBeside(annotation);
  }

  /** Lets something else leave with the pages. */
  add(value: Value | undefined): void {
    if (value instanceof Ref && !this.#staying.has(value)) this.#cells.add(value);
  }

  /** Whether a destination, by itself or by its name, leads to a page that leaves. */
  leadsHere(destination: Value | undefined): boolean {
    if (this.#isBeside(destination)) return false;
    const direct = resolve(destination);
    const name = keyText(direct);
    if (name !== undefined) return this.names.has(name);
    const place = direct instanceof Map ? get(direct, "D") : direct;
    return Array.isArray(place) && this.has(place[0]);
  }

  /** Whether a link or bookmark leads to a page that leaves, and does nothing else. */
  isTargetOf(dict: Dict | undefined): boolean {
    if (dict === undefined) return false;
    if (leadingKey(dict) === "Dest") return this.leadsHere(dict.get("Dest"));
    return this.endsHere(dict.get("A"));
  }

  /** Whether an action goes to a page that leaves, and no other action follows it. */
  endsHere(action: Value | undefined): boolean {
    const dict = dictOf(action);
    if (dict === undefined || leadingKey(dict) !== "D" || !this.leadsHere(dict.get("D"))) return false;
    const next = resolve(dict.get("Next"));
    return next === undefined || (Array.isArray(next) && next.length === 0);
  }

  /** Empties every cell that leaves, so that whatever still refers to one refers to nothing. */
  bury(): void {
    for (const cell of this.#cells) cell.value = null;
  }
}
