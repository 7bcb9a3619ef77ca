import { arrayAt, dictAt, get, nameAt, numberAt, numbersOf, resolve } from "../access.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { IDENTITY, type Matrix } from "../contents/matrix.ts";
import { pageContent } from "../contents/page-content.ts";
import { plainData } from "../filters/decode.ts";
import { type Ref, Stream, type Value } from "../objects.ts";
import { reachableObjects } from "../reachable-objects.ts";
import type { Document } from "../read/open.ts";
import { Interpreter } from "./interpreter.ts";
import type { ContentUsage } from "./usage.ts";

/** The assumed scale of a Type 3 glyph's space. The images in such glyphs are tiny anyway. */
const GLYPH_MATRIX: Matrix = [100, 0, 0, 100, 0, 0];

const readPage = (interpreter: Interpreter, page: Ref, budget: Budget): void => {
  const unit = numberAt(page, "UserUnit") ?? 1;
  const matrix: Matrix = [unit, 0, 0, unit, 0, 0];
  const scope = interpreter.scope(dictAt(page, "Resources"), undefined, true);
  interpreter.read(() => pageContent(page, budget), scope, { matrix, depth: 0 });
  for (const annotation of arrayAt(page, "Annots") ?? []) {
    for (const { form, matrix: scale } of appearanceForms(annotation)) {
      interpreter.form(form, { matrix: scale, outer: scope, depth: 0 });
    }
  }
};

const readGlyphs = (interpreter: Interpreter, font: Value, budget: Budget): void => {
  const scope = interpreter.scope(dictAt(font, "Resources"), undefined, false);
  for (const procedure of dictAt(font, "CharProcs")?.values() ?? []) {
    const glyph = resolve(procedure);
    if (!(glyph instanceof Stream)) continue;
    interpreter.read(() => plainData(glyph, budget), scope, { matrix: GLYPH_MATRIX, depth: 1 });
  }
};

/** Reads patterns, and forms that no content draws: icons of buttons, templates. */
const readRest = (interpreter: Interpreter, value: Value, budget: Budget): void => {
  if (value instanceof Stream) {
    const draws = numberAt(value, "PatternType") === 1 || nameAt(value, "Subtype") === "Form";
    if (draws && !interpreter.hasRead(value)) interpreter.form(value, { matrix: IDENTITY, outer: undefined, depth: 0 });
  } else if (nameAt(value, "Subtype") === "Type3" && get(value, "CharProcs") !== undefined) {
    readGlyphs(interpreter, value, budget);
  }
};

/** Reads all content of a document: pages, forms, annotations, patterns and Type 3 glyphs. */
export const readUsage = ({ catalog, pages }: Document, budget: Budget): ContentUsage => {
  const usage: ContentUsage = {
    imageSizes: new Map(),
    formScales: new Map(),
    shownStrings: new Map(),
    usedNames: new Map(),
    isComplete: true,
  };
  const interpreter = new Interpreter(usage, budget);
  try {
    for (const page of pages) readPage(interpreter, page, budget);
    for (const { value } of reachableObjects([catalog, ...pages])) readRest(interpreter, value, budget);
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    usage.isComplete = false;
  }
  return usage;
};

const sizeOfBox = (box: readonly number[] | undefined): { width: number; height: number } | undefined => {
  if (box?.length !== 4) return undefined;
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  return { width: right - left, height: top - bottom };
};

/**
 * The appearance streams of an annotation (ISO 32000-2, 12.5.5), with the scale from the form's box to the annotation's
 * rectangle.
 */
const appearanceForms = function* (annotation: Value): Generator<{ form: Stream; matrix: Matrix }> {
  const rectangle = sizeOfBox(numbersOf(get(annotation, "Rect")));
  for (const entry of dictAt(annotation, "AP")?.values() ?? []) {
    const direct = resolve(entry);
    for (const value of direct instanceof Map ? direct.values() : [direct]) {
      const form = resolve(value);
      if (!(form instanceof Stream)) continue;
      const box = sizeOfBox(numbersOf(get(form, "BBox")));
      const isKnown = rectangle !== undefined && box !== undefined;
      const x = isKnown ? Math.abs(rectangle.width / (box.width || 1)) : 1;
      const y = isKnown ? Math.abs(rectangle.height / (box.height || 1)) : 1;
      yield { form, matrix: [x, 0, 0, y, 0, 0] };
    }
  }
};
