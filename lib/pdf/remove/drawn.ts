import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { operations } from "../contents/operations.ts";
import { pageContent } from "../contents/page.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Name, type Ref, Stream, type Value } from "../objects.ts";

/** Categories of resources that can lead on to content, or to what a page shows. */
const FOLLOWED = ["XObject", "Pattern", "Font", "ExtGState", "Properties"] as const;

/** Content that is still to be read, with the resources that its names can mean: its own, and those of its page. */
interface Piece {
  content: Stream | Ref;
  own: Dict | undefined;
  page: Dict | undefined;
}

/** Finds what content takes from dictionaries of resources (ISO 32000-2, 7.8.3), wherever it stands. */
export class Drawn {
  /** The names that are taken from a dictionary of one category's resources; undefined where any may be. */
  readonly taken = new Map<Dict, Set<string> | undefined>();
  /** The dictionaries of resources that were met. */
  readonly holders = new Set<Dict>();
  readonly #budget: Budget;
  readonly #names = new Map<Stream, readonly string[] | undefined>();
  readonly #seen = new Map<Stream, Map<Dict | undefined, Set<Dict | undefined>>>();
  readonly #open: Piece[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Reads a page and all that it draws: forms, patterns, glyphs, soft masks, the looks of its annotations. */
  page(page: Ref): void {
    const resources = dictAt(page, "Resources");
    this.#open.push({ content: page, own: resources, page: resources });
    for (const annotation of arrayAt(page, "Annots") ?? []) {
      for (const entry of dictAt(annotation, "AP")?.values() ?? []) {
        const looks = resolve(entry);
        for (const look of looks instanceof Map ? looks.values() : [entry]) this.#draw(look, undefined, resources);
      }
    }
    for (let piece = this.#open.pop(); piece !== undefined; piece = this.#open.pop()) this.#read(piece);
  }

  /** Has a form, a pattern or a glyph read; what has no resources takes those of what draws it. */
  #draw(value: Value | undefined, inherited: Dict | undefined, page: Dict | undefined): void {
    const content = resolve(value);
    if (!(content instanceof Stream) || nameAt(content, "Subtype") === "Image") return;
    const own = dictAt(content, "Resources") ?? inherited;
    const owners = this.#seen.get(content) ?? new Map<Dict | undefined, Set<Dict | undefined>>();
    const pages = owners.get(own) ?? new Set<Dict | undefined>();
    if (pages.has(page)) return;
    this.#seen.set(content, owners.set(own, pages.add(page)));
    this.#open.push({ content, own, page });
  }

  #read({ content, own, page }: Piece): void {
    const names =
      content instanceof Stream ? this.#namesOf(content) : this.#namesIn(() => pageContent(content, this.#budget));
    for (const resources of new Set([own, page])) {
      if (resources !== undefined) this.holders.add(resources);
      for (const category of FOLLOWED) {
        const entries = dictAt(resources, category);
        if (entries === undefined) continue;
        this.#take(entries, names);
        for (const name of names ?? entries.keys()) this.#follow(entries.get(name), category, resources, page);
      }
    }
  }

  #take(entries: Dict, names: readonly string[] | undefined): void {
    this.#budget.spendValues(1 + (names?.length ?? entries.size));
    const known = this.taken.has(entries) ? this.taken.get(entries) : new Set<string>();
    if (known !== undefined && names !== undefined) for (const name of names) known.add(name);
    this.taken.set(entries, names === undefined ? undefined : known);
  }

  #follow(value: Value | undefined, category: string, own: Dict | undefined, page: Dict | undefined): void {
    if (value === undefined) return;
    if (category === "XObject" || (category === "Pattern" && numberAt(value, "PatternType") === 1)) {
      this.#draw(value, own, page);
    } else if (category === "Font") this.#glyphs(value, own, page);
    else if (category === "ExtGState") {
      this.#draw(get(get(value, "SMask"), "G"), own, page);
      this.#glyphs(arrayAt(value, "Font")?.[0], own, page);
    }
  }

  /** The glyphs of a Type 3 font are content. */
  #glyphs(font: Value | undefined, own: Dict | undefined, page: Dict | undefined): void {
    if (nameAt(font, "Subtype") !== "Type3") return;
    const resources = dictAt(font, "Resources") ?? own;
    for (const glyph of dictAt(font, "CharProcs")?.values() ?? []) this.#draw(glyph, resources, page);
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

  /** The names in content; undefined where it cannot be unpacked. */
  #namesIn(unpack: () => Buffer | undefined): readonly string[] | undefined {
    return this.#budget.lend(() => {
      const content = unpack();
      if (content === undefined) return undefined;
      const names = new Set<string>();
      for (const { operands } of operations(content)) {
        this.#budget.spendValues(1);
        for (const operand of operands) if (operand instanceof Name) names.add(operand.text);
      }
      return [...names];
    });
  }
}

/** The dictionaries that a dictionary of resources has for these categories. */
export const categoriesIn = (holder: Dict, categories: readonly string[]): Dict[] =>
  categories.flatMap((category) => dictOf(holder.get(category)) ?? []);
