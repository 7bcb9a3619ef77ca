import type { Budget } from "./budget.ts";
import { dictionariesIn, gather } from "./gather.ts";
import { mentioning } from "./mentions.ts";
import type { Dict, Ref } from "./objects.ts";
import type { Document } from "./read/open.ts";

/** One input of a merge: its document, its place among the pages, and the title of its bookmark, if it gets one. */
export class Part {
  readonly title: string | undefined;
  readonly catalog: Dict;
  readonly pages: Ref[];
  /** Zero-based position of its first page in the output. */
  readonly first: number;
  readonly budget: Budget;
  #cells: readonly Ref[] | undefined;

  constructor(title: string | undefined, document: Document, first: number, budget: Budget) {
    this.title = title;
    this.catalog = document.catalog;
    this.pages = document.pages;
    this.first = first;
    this.budget = budget;
  }

  /** All cells that the document leads to as it was when they were first asked for. */
  get cells(): readonly Ref[] {
    this.#cells ??= gather([this.catalog, ...this.pages]);
    return this.#cells;
  }

  /** The dictionaries of the document that may hold one of the names, as key or as value; others may be among them. */
  dictionariesWith(...names: string[]): Dict[] {
    return dictionariesIn([this.catalog, ...mentioning(this.cells, names).map(({ value }) => value)]);
  }
}

/** A key that is not taken yet: the name itself, or the name with the first free number behind it. */
export const freeName = (name: string, taken: (candidate: string) => boolean, numbered: (count: number) => string) => {
  for (let count = 2; taken(name); count++) name = numbered(count);
  return name;
};
