import type { Budget } from "./budget.ts";
import { objectsNaming } from "./name-search.ts";
import type { Dict, Ref } from "./objects.ts";
import { dictionariesIn, reachableObjects } from "./reachable-objects.ts";
import type { Document } from "./read/open.ts";

/** One input of a merge: its document, the position of its pages in the output, and the title of its bookmark, if it gets one. */
export class MergeSource {
  readonly title: string | undefined;
  readonly catalog: Dict;
  readonly pages: Ref[];
  /** Zero-based position of its first page in the output. */
  readonly firstPage: number;
  readonly budget: Budget;
  #objects: readonly Ref[] | undefined;

  constructor(title: string | undefined, document: Document, first: number, budget: Budget) {
    this.title = title;
    this.catalog = document.catalog;
    this.pages = document.pages;
    this.firstPage = first;
    this.budget = budget;
  }

  /** All objects of the document, as it was when this was first read. */
  get objects(): readonly Ref[] {
    this.#objects ??= reachableObjects([this.catalog, ...this.pages]);
    return this.#objects;
  }

  /** The dictionaries of the document that may contain one of the names, as key or value; others may be among them. */
  dictionariesWith(...names: string[]): Dict[] {
    return dictionariesIn([this.catalog, ...objectsNaming(this.objects, names).map(({ value }) => value)]);
  }
}
