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
import { isFaulty, UNUSUAL, withoutFaults } from "./content-operations.ts";

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

interface Content {
  readonly resources: Dict;
  /** The resources of the contents around it, the innermost first. */
  readonly outer: readonly Dict[];
  readonly depth: number;
}

/** Mends the contents of a document. It is one class, because a content may use the resources of the contents around it. */
class ContentMender {
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

  mendPage(page: Ref): void {
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
      for (const appearance of dictAt(annotation, "AP")?.values() ?? []) this.#mendAppearance(appearance);
    }
  }

  #mendAppearance(appearance: Value): void {
    const direct = resolve(appearance);
    const states = direct instanceof Map ? [...direct.values()].map(resolve) : [direct];
    for (const state of states) if (state instanceof Stream) this.mendStream(state, [], 1);
  }

  /** Mends a form, a pattern or a glyph. */
  mendStream(stream: Stream, outer: readonly Dict[], depth: number, holder: Dict = stream.dict): void {
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

  #mend(data: Buffer | undefined, content: Content): Buffer | undefined {
    if (data === undefined) {
      this.facts.isComplete = false;
      return undefined;
    }
    try {
      return this.#read(data, content) ? withoutFaults(data, this.#budget) : undefined;
    } catch (error) {
      if (error instanceof OverBudget || !(error instanceof RangeError)) throw error;
      this.facts.isComplete = false;
      return undefined;
    }
  }

  /** Returns whether a content must be rewritten. */
  #read(data: Buffer, content: Content): boolean {
    let [mustRewrite, nesting] = [UNUSUAL.test(data.toString("latin1")), 0];
    for (const operation of operations(data, this.#budget)) {
      const { operator } = operation;
      if (operator === "q" && ++nesting > NESTING_LIMIT) this.facts.nestsTooDeeply = true;
      else if (operator === "Q") nesting = Math.max(0, nesting - 1);
      if (hasLargeNumber(operation.operands)) this.facts.hasLargeNumbers = true;
      // Some readers take a comment directly behind an operator for a part of the operator.
      if (data[operation.end] === PERCENT) mustRewrite = true;
      const fact = DEVICE_OPERATORS[operator];
      if (fact !== undefined) this.facts[fact] = true;
      for (const name of resourceNamesIn(operation)) {
        const device = operator === "BI" || /^cs$/i.test(operator) ? DEVICE_NAMES[name] : undefined;
        if (device !== undefined) this.facts[device] = true;
        this.#useResource(operator, name, content);
      }
      if (isFaulty(operation)) mustRewrite = true;
    }
    return mustRewrite;
  }

  /** Finds a resource and mends it. A resource of the contents around it becomes one of its own (6.2.2). */
  #useResource(operator: string, name: string, { resources, outer, depth }: Content): void {
    const category = CATEGORIES[operator];
    if (category === undefined) return;
    const own = dictAt(resources, category)?.get(name);
    const found = own ?? outer.map((each) => dictAt(each, category)?.get(name)).find((entry) => entry !== undefined);
    if (found === undefined) return;
    if (own === undefined) resources.set(category, new Map(dictAt(resources, category)).set(name, found));
    const object = resolve(found);
    if (category === "XObject" && object instanceof Stream && nameAt(object, "Subtype") === "Form")
      this.mendStream(object, [resources, ...outer], depth + 1);
    if (category === "Pattern" && object instanceof Stream) this.mendStream(object, [resources, ...outer], depth + 1);
    if (category === "Font" && object instanceof Map) this.#mendGlyphs(object, [resources, ...outer], depth + 1);
    const group = category === "ExtGState" ? get(get(object, "SMask"), "G") : undefined;
    if (group instanceof Stream) this.mendStream(group, [resources, ...outer], depth + 1);
  }

  #mendGlyphs(font: Dict, outer: readonly Dict[], depth: number): void {
    for (const glyph of dictAt(font, "CharProcs")?.values() ?? []) {
      const stream = resolve(glyph);
      if (stream instanceof Stream) this.mendStream(stream, outer, depth, font);
    }
  }

  /** Mends contents that no page draws, such as icons of buttons and templates. */
  mendOther(value: Value): void {
    if (value instanceof Stream) {
      const draws = get(value, "PatternType") === 1 || nameAt(value, "Subtype") === "Form";
      if (draws) this.mendStream(value, [], 1);
    } else if (nameAt(value, "Subtype") === "Type3") {
      const font = dictOf(value);
      if (font !== undefined) this.#mendGlyphs(font, [], 1);
    }
  }
}

/**
 * Mends the contents of a document: afterwards they have no unknown operators, and all resources that they use (ISO 19005-2, 6.2.2).
 */
export const mendContents = ({ catalog, pages }: Document, budget: Budget): ContentFacts => {
  const mender = new ContentMender(budget);
  for (const page of pages) mender.mendPage(page);
  for (const { value } of reachableObjects([catalog, ...pages])) mender.mendOther(value);
  for (const { value } of reachableObjects([catalog, ...pages])) addColourNames(value, mender.facts, budget);
  return mender.facts;
};
