import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { operations } from "../contents/operations.ts";
import { pageContent } from "../contents/page-content.ts";
import { plainData } from "../filters/decode.ts";
import { ifReadable } from "../if-readable.ts";
import { objectsNaming } from "../name-search.ts";
import { type Dict, Name, type Ref, Stream, type Value } from "../objects.ts";
import { dictionariesIn, reachableObjects } from "../reachable-objects.ts";

/** Resource categories whose entries can hold a page's content. Fonts and colour spaces are always kept. */
const CONTENT_CATEGORIES = ["XObject", "Pattern", "Properties"];

/** Dictionaries of these categories that belong to something other than a page and its content. */
const entriesUsedElsewhere = (catalog: Dict, known: ReadonlySet<Dict>): Set<Dict> => {
  const objects = objectsNaming(reachableObjects(catalog), CONTENT_CATEGORIES);
  const holders = dictionariesIn([catalog, ...objects.map(({ value }) => value)]);
  return new Set(
    holders.filter((holder) => !known.has(holder)).flatMap((holder) => categoryEntries(holder, CONTENT_CATEGORIES)),
  );
};

/** The dictionaries of these categories in the pages' own resources. */
export const pageEntries = (pages: Iterable<Ref>): Set<Dict> =>
  new Set([...pages].flatMap((page) => categoryEntries(dictAt(page, "Resources") ?? new Map(), CONTENT_CATEGORIES)));

/**
 * Removes resource entries that only removed pages used. Pages may share one resource dictionary, so the images of removed
 * pages would otherwise stay in the file. `candidates` are the dictionaries that removed pages used.
 */
export const pruneResources = (
  catalog: Dict,
  keptPages: readonly Ref[],
  candidates: ReadonlySet<Dict>,
  budget: Budget,
): void => {
  const nonEmpty = [...candidates].filter((entries) => entries.size > 0);
  const entriesOfKeptPages = pageEntries(keptPages);
  if (!nonEmpty.some((entries) => entriesOfKeptPages.has(entries))) return;
  const use = new ResourceUse(budget);
  for (const page of keptPages) use.readPage(page);
  const protectedEntries = entriesUsedElsewhere(catalog, use.resourceDictionaries);
  for (const entries of nonEmpty) {
    const names = use.usedNames.get(entries);
    if (names === undefined || protectedEntries.has(entries)) continue;
    for (const name of entries.keys()) if (!names.has(name)) entries.delete(name);
  }
};

/** Resource categories that can refer to further content streams. */
const FOLLOWED_CATEGORIES = ["XObject", "Pattern", "Font", "ExtGState", "Properties"] as const;

/** A content stream to read, with the resources that its names can refer to: its own, and those of the page. */
interface UnreadContent {
  content: Stream | Ref;
  own: Dict | undefined;
  page: Dict | undefined;
}

/**
 * Finds which named resources (ISO 32000-2, 7.8.3) content streams use. It is one class, because the streams that are found
 * on the way join one queue.
 */
class ResourceUse {
  /** The names used from each dictionary of one resource category; undefined if any name may be used. */
  readonly usedNames = new Map<Dict, Set<string> | undefined>();
  readonly resourceDictionaries = new Set<Dict>();
  readonly #budget: Budget;
  readonly #names = new Map<Stream, readonly string[] | undefined>();
  readonly #seen = new Map<Stream, Map<Dict | undefined, Set<Dict | undefined>>>();
  readonly #queue: UnreadContent[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /**
   * Reads a page and everything that it draws: forms, patterns, glyphs, soft masks, appearance streams of annotations.
   */
  readPage(page: Ref): void {
    const resources = dictAt(page, "Resources");
    this.#queue.push({ content: page, own: resources, page: resources });
    for (const annotation of arrayAt(page, "Annots") ?? []) {
      this.#budget.spendValues(1);
      for (const entry of dictAt(annotation, "AP")?.values() ?? []) {
        const appearances = resolve(entry);
        this.#budget.spendValues(appearances instanceof Map ? 1 + appearances.size : 1);
        for (const appearance of appearances instanceof Map ? appearances.values() : [entry])
          this.#enqueue(appearance, undefined, resources);
      }
    }
    for (let piece = this.#queue.pop(); piece !== undefined; piece = this.#queue.pop()) this.#read(piece);
  }

  /** Enqueues a form, pattern or glyph; one without resources inherits those of the content that draws it. */
  #enqueue(value: Value | undefined, inherited: Dict | undefined, page: Dict | undefined): void {
    const content = resolve(value);
    if (!(content instanceof Stream) || nameAt(content, "Subtype") === "Image") return;
    const own = dictAt(content, "Resources") ?? inherited;
    const owners = this.#seen.get(content) ?? new Map<Dict | undefined, Set<Dict | undefined>>();
    const pages = owners.get(own) ?? new Set<Dict | undefined>();
    if (pages.has(page)) return;
    this.#seen.set(content, owners.set(own, pages.add(page)));
    this.#queue.push({ content, own, page });
  }

  #read({ content, own, page }: UnreadContent): void {
    const names =
      content instanceof Stream ? this.#namesOf(content) : this.#namesIn(() => pageContent(content, this.#budget));
    for (const resources of new Set([own, page])) {
      if (resources !== undefined) this.resourceDictionaries.add(resources);
      for (const category of FOLLOWED_CATEGORIES) {
        const entries = dictAt(resources, category);
        if (entries === undefined) continue;
        this.#recordNames(entries, names);
        for (const name of names ?? entries.keys()) this.#follow(entries.get(name), category, resources, page);
      }
    }
  }

  #recordNames(entries: Dict, names: readonly string[] | undefined): void {
    this.#budget.spendValues(1 + (names?.length ?? entries.size));
    const known = this.usedNames.has(entries) ? this.usedNames.get(entries) : new Set<string>();
    if (known !== undefined && names !== undefined) for (const name of names) known.add(name);
    this.usedNames.set(entries, names === undefined ? undefined : known);
  }

  #follow(value: Value | undefined, category: string, own: Dict | undefined, page: Dict | undefined): void {
    if (value === undefined) return;
    if (category === "XObject" || (category === "Pattern" && numberAt(value, "PatternType") === 1)) {
      this.#enqueue(value, own, page);
    } else if (category === "Font") this.#enqueueGlyphs(value, own, page);
    else if (category === "ExtGState") {
      this.#enqueue(get(get(value, "SMask"), "G"), own, page);
      this.#enqueueGlyphs(arrayAt(value, "Font")?.[0], own, page);
    }
  }

  /** The glyphs of a Type 3 font are content streams. */
  #enqueueGlyphs(font: Value | undefined, own: Dict | undefined, page: Dict | undefined): void {
    if (nameAt(font, "Subtype") !== "Type3") return;
    const resources = dictAt(font, "Resources") ?? own;
    for (const glyph of dictAt(font, "CharProcs")?.values() ?? []) {
      this.#budget.spendValues(1);
      this.#enqueue(glyph, resources, page);
    }
  }

  #namesOf(content: Stream): readonly string[] | undefined {
    if (!this.#names.has(content)) {
      this.#names.set(
        content,
        this.#namesIn(() => plainData(content, this.#budget)),
      );
    }
    return this.#names.get(content);
  }

  /** The names in a content stream; undefined if it cannot be decoded or parsed. */
  #namesIn(unpack: () => Buffer | undefined): readonly string[] | undefined {
    return this.#budget.lend(() => {
      const content = unpack();
      if (content === undefined) return undefined;
      return ifReadable(() => namesOf(content, this.#budget));
    });
  }
}

/** The names in content. Throws RangeError for arrays that are nested too deeply. */
const namesOf = (content: Buffer, budget: Budget): string[] => {
  const names = new Set<string>();
  for (const { operands } of operations(content, budget)) {
    for (const operand of operands) if (operand instanceof Name) names.add(operand.text);
  }
  return [...names];
};

/** The dictionaries of a resource dictionary for these categories. */
const categoryEntries = (holder: Dict, categories: readonly string[]): Dict[] =>
  categories.flatMap((category) => dictOf(holder.get(category)) ?? []);
