import { arrayAt, dictAt, dictOf, get, nameAt, numbersOf, resolve } from "../../access.ts";
import { type Budget, OverBudget } from "../../budget.ts";
import { deflate, setStreamData } from "../../compress/repack.ts";
import { resourceNamesIn } from "../../compress/scopes.ts";
import { operations } from "../../contents/operations.ts";
import { pageContent } from "../../contents/page-content.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, Ref, Stream, type Value } from "../../objects.ts";
import { reachableObjects } from "../../reachable-objects.ts";
import type { Document } from "../../read/open.ts";
import { addColourNames, type ContentFacts, DEVICE_NAMES, hasLargeNumber } from "./content-facts.ts";
import { isFaulty, rewritten, UNUSUAL } from "./content-operations.ts";

/** The category of the resource that an operator names. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Do: "XObject",
  Tf: "Font",
  gs: "ExtGState",
  cs: "ColorSpace",
  CS: "ColorSpace",
  sh: "Shading",
  scn: "Pattern",
  SCN: "Pattern",
  BDC: "Properties",
  DP: "Properties",
  BI: "ColorSpace",
};

const FORM_DEPTH_LIMIT = 12;
/** Graphics states that PDF/A lets a content save (ISO 19005-2, 6.1.13). */
const NESTING_LIMIT = 28;

const DEVICE_OPERATORS: Readonly<Record<string, keyof ContentFacts>> = {
  rg: "usesRgb",
  RG: "usesRgb",
  k: "usesCmyk",
  K: "usesCmyk",
};
const PERCENT = 37;
const BOXES = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"];

/** A content stream, and the resources with which it is drawn. */
interface Content {
  readonly resources: Dict;
  /** Those of the contents around it, from the inside. */
  readonly outer: readonly Dict[];
  readonly depth: number;
}

/** Walks the contents of a document, and mends them. It is one class, because contents are mended with the resources of those around them. */
class ContentWalk {
  readonly facts: ContentFacts = {
    usesRgb: false,
    usesCmyk: false,
    nestsTooDeeply: false,
    hasLargeNumbers: false,
    isComplete: true,
  };
  readonly #budget: Budget;
  readonly #seen = new Set<Stream>();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  page(page: Ref): void {
    const dict = dictOf(page);
    if (dict === undefined) return;
    for (const key of BOXES) {
      const box = numbersOf(dict.get(key), 4);
      if (box !== undefined) dict.set(key, box);
    }
    if (dictAt(dict, "Resources") === undefined) dict.set("Resources", new Map());
    const content = { resources: dictAt(dict, "Resources") ?? new Map(), outer: [], depth: 0 };
    this.#budget.lend(() => {
      const mended = this.#mend(pageContent(page, this.#budget), content);
      if (mended === undefined) return;
      const stream = new Stream(new Map(), mended);
      setStreamData(stream, deflate(mended), "FlateDecode");
      dict.set("Contents", new Ref(stream));
    });
    for (const annotation of arrayAt(dict, "Annots") ?? []) {
      for (const look of dictAt(annotation, "AP")?.values() ?? []) this.#look(look);
    }
  }

  #look(look: Value): void {
    const direct = resolve(look);
    const states = direct instanceof Map ? [...direct.values()].map(resolve) : [direct];
    for (const state of states) if (state instanceof Stream) this.stream(state, [], 1);
  }

  /** A form, a pattern or a glyph. */
  stream(stream: Stream, outer: readonly Dict[], depth: number, holder: Dict = stream.dict): void {
    if (this.#seen.has(stream)) return;
    if (depth > FORM_DEPTH_LIMIT) {
      this.facts.isComplete = false;
      return;
    }
    this.#seen.add(stream);
    if (dictAt(holder, "Resources") === undefined) holder.set("Resources", new Map());
    const resources = dictAt(holder, "Resources") ?? new Map();
    this.#budget.lend(() => {
      const mended = this.#mend(plainData(stream, this.#budget), { resources, outer, depth });
      if (mended !== undefined) setStreamData(stream, deflate(mended), "FlateDecode");
    });
  }

  #mend(content: Buffer | undefined, where: Content): Buffer | undefined {
    if (content === undefined) {
      this.facts.isComplete = false;
      return undefined;
    }
    try {
      return this.#read(content, where) ? rewritten(content, this.#budget) : undefined;
    } catch (error) {
      if (error instanceof OverBudget || !(error instanceof RangeError)) throw error;
      this.facts.isComplete = false;
      return undefined;
    }
  }

  /** Reads a content; returns whether it must be rewritten. */
  #read(content: Buffer, where: Content): boolean {
    let [mustRewrite, nesting] = [UNUSUAL.test(content.toString("latin1")), 0];
    for (const operation of operations(content, this.#budget)) {
      const { operator } = operation;
      if (operator === "q" && ++nesting > NESTING_LIMIT) this.facts.nestsTooDeeply = true;
      else if (operator === "Q") nesting = Math.max(0, nesting - 1);
      if (hasLargeNumber(operation.operands)) this.facts.hasLargeNumbers = true;
      // Some readers take a comment behind an operator for a part of it.
      if (content[operation.end] === PERCENT) mustRewrite = true;
      const fact = DEVICE_OPERATORS[operator];
      if (fact !== undefined) this.facts[fact] = true;
      for (const name of resourceNamesIn(operation)) {
        const device = operator === "BI" || /^cs$/i.test(operator) ? DEVICE_NAMES[name] : undefined;
        if (device !== undefined) this.facts[device] = true;
        this.#use(operator, name, where);
      }
      if (isFaulty(operation)) mustRewrite = true;
    }
    return mustRewrite;
  }

  /** Finds a resource, and gives the content one that it has from those around it (6.2.2). */
  #use(operator: string, name: string, { resources, outer, depth }: Content): void {
    const category = CATEGORIES[operator];
    if (category === undefined) return;
    const own = dictAt(resources, category)?.get(name);
    const found = own ?? outer.map((each) => dictAt(each, category)?.get(name)).find((entry) => entry !== undefined);
    if (found === undefined) return;
    if (own === undefined) resources.set(category, new Map(dictAt(resources, category)).set(name, found));
    const object = resolve(found);
    if (category === "XObject" && object instanceof Stream && nameAt(object, "Subtype") === "Form")
      this.stream(object, [resources, ...outer], depth + 1);
    if (category === "Pattern" && object instanceof Stream) this.stream(object, [resources, ...outer], depth + 1);
    if (category === "Font" && object instanceof Map) this.#glyphs(object, [resources, ...outer], depth + 1);
    const group = category === "ExtGState" ? get(get(object, "SMask"), "G") : undefined;
    if (group instanceof Stream) this.stream(group, [resources, ...outer], depth + 1);
  }

  #glyphs(font: Dict, outer: readonly Dict[], depth: number): void {
    for (const glyph of dictAt(font, "CharProcs")?.values() ?? []) {
      const stream = resolve(glyph);
      if (stream instanceof Stream) this.stream(stream, outer, depth, font);
    }
  }

  /** Reads contents that none of the others draws: icons of buttons, templates. */
  rest(value: Value): void {
    if (value instanceof Stream) {
      const draws = get(value, "PatternType") === 1 || nameAt(value, "Subtype") === "Form";
      if (draws) this.stream(value, [], 1);
    } else if (nameAt(value, "Subtype") === "Type3") {
      const font = dictOf(value);
      if (font !== undefined) this.#glyphs(font, [], 1);
    }
  }
}

/**
 * Mends the contents of a document: without unknown operators, and with all resources that they use (ISO 19005-2, 6.2.2). Returns
 * what they use.
 */
export const mendContents = ({ catalog, pages }: Document, budget: Budget): ContentFacts => {
  const walk = new ContentWalk(budget);
  for (const page of pages) walk.page(page);
  for (const { value } of reachableObjects([catalog, ...pages])) walk.rest(value);
  for (const { value } of reachableObjects([catalog, ...pages])) addColourNames(value, walk.facts, budget);
  return walk.facts;
};
