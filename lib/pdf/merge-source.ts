import type { Budget } from "./budget.ts";
import { objectsNaming } from "./name-search.ts";
import type { Dict, Ref, Value } from "./objects.ts";
import { dictionariesIn, reachableObjects } from "./reachable-objects.ts";
import { EditedTexts } from "./read/edited-texts.ts";
import type { Document } from "./read/open.ts";
import type { ChangeableDict } from "./read/text-dictionary.ts";

/** One input of a merge: its document, the position of its pages in the output, and the title of its bookmark, if it gets one. */
export class MergeSource {
  readonly title: string | undefined;
  readonly catalog: Dict;
  readonly pages: Ref[];
  /** Zero-based position of its first page in the output. */
  readonly firstPage: number;
  readonly budget: Budget;
  readonly #texts: EditedTexts;
  #objects: readonly Ref[] | undefined;

  constructor(title: string | undefined, document: Document, first: number, budget: Budget) {
    this.title = title;
    this.catalog = document.catalog;
    this.pages = document.pages;
    this.firstPage = first;
    this.budget = budget;
    this.#texts = new EditedTexts(budget);
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

  /**
   * Changes each dictionary of the document that may contain one of the names; others may be among them. An object that is
   * not parsed yet is changed as text, so the change may be tried on it twice.
   */
  changeDictionaries(names: readonly string[], change: (dict: ChangeableDict) => void): void {
    const parsed: Value[] = [this.catalog];
    for (const object of objectsNaming(this.objects, names)) {
      const { unparsed } = object;
      if (unparsed === undefined || !this.#texts.change(object, unparsed, change)) parsed.push(object.value);
    }
    for (const dict of dictionariesIn(parsed)) change(dict);
  }
}
