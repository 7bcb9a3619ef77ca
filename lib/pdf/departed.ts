import { arrayAt, dictOf, get, resolve } from "./access.ts";
import { leadingKey } from "./destinations.ts";
import { type Dict, Ref, type Value } from "./objects.ts";
import { keyText } from "./trees.ts";

const annotationsOf = (page: Ref): Ref[] =>
  (arrayAt(page, "Annots") ?? []).filter((annotation) => annotation instanceof Ref);

/** What leaves a document: pages, their annotations, destinations on them, and whatever is found to go with them. */
export class Departed {
  readonly pages: readonly Ref[];
  /** Names of destinations that led to the pages. */
  readonly names = new Set<string>();
  readonly #cells: Set<Ref>;

  constructor(pages: Ref[], staying: Ref[]) {
    this.pages = pages;
    this.#cells = new Set([...pages, ...pages.flatMap(annotationsOf)]);
    for (const annotation of staying.flatMap(annotationsOf)) this.#cells.delete(annotation);
  }

  /** Whether the value refers to something that leaves. */
  has(value: Value | undefined): boolean {
    return value instanceof Ref && this.#cells.has(value);
  }

  /** Lets something else leave with the pages. */
  add(value: Value | undefined): void {
    if (value instanceof Ref) this.#cells.add(value);
  }

  /** Whether a destination, by itself or by its name, leads to a page that leaves. */
  leadsHere(destination: Value | undefined): boolean {
    const direct = resolve(destination);
    const name = keyText(direct);
    if (name !== undefined) return this.names.has(name);
    const place = direct instanceof Map ? get(direct, "D") : direct;
    return Array.isArray(place) && this.has(place[0]);
  }

  /** Whether a link, bookmark or action leads to a page that leaves. */
  isTargetOf(dict: Dict | undefined): boolean {
    if (dict === undefined) return false;
    const key = leadingKey(dict);
    if (key !== undefined) return this.leadsHere(dict.get(key));
    const action = dictOf(dict.get("A"));
    return action !== undefined && leadingKey(action) === "D" && this.leadsHere(action.get("D"));
  }

  /** Empties every cell that leaves, so that whatever still refers to one refers to nothing. */
  bury(): void {
    for (const cell of this.#cells) cell.value = null;
  }
}
