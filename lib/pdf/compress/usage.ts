import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, numbersOf, resolve } from "../access.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { IDENTITY, type Matrix, matrixOf, multiply, sizeUnder } from "../contents/matrix.ts";
import { operations } from "../contents/operations.ts";
import { pageContent } from "../contents/page.ts";
import { plainData } from "../filters/decode.ts";
import { gather } from "../gather.ts";
import { type Dict, Name, Stream, type Value } from "../objects.ts";
import type { Document } from "../read/open.ts";

/** What a document's content does with its images, fonts and resources. */
export interface Usage {
  /** The largest size, in points, at which an image is shown. */
  placed: Map<Stream, { width: number; height: number }>;
  /** How many points a unit of a form measures where it is drawn largest. */
  forms: Map<Stream, number>;
  /** The strings that are shown in a font, as byte strings. */
  shown: Map<Dict, Set<string>>;
  /** The names that content takes from a dictionary of resources. */
  named: Map<Dict, Set<string>>;
  /** Whether all content could be read: if not, nothing may be taken for unused. */
  complete: boolean;
}

const MAX_DEPTH = 12;

/** How fine a Type 3 glyph's space is, about: its images are tiny whatever we assume. */
const GLYPH: Matrix = [100, 0, 0, 100, 0, 0];

/** The names in an operand; an inline image has them in its dictionary. */
const collectNames = (operand: Value, into: Set<string>): void => {
  if (operand instanceof Name) into.add(operand.text);
  else if (operand instanceof Map) for (const value of operand.values()) collectNames(value, into);
};

interface State {
  matrix: Matrix;
  font: Dict | undefined;
}

class Interpreter {
  readonly usage: Usage = { placed: new Map(), forms: new Map(), shown: new Map(), named: new Map(), complete: true };
  readonly #visited = new Set<string>();
  readonly #ids = new Map<Stream, number>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Unpacks and reads content; a piece that cannot be read leaves the usage incomplete. */
  read(unpack: () => Buffer | undefined, resources: Dict | undefined, matrix: Matrix, depth: number): void {
    this.#budget.lend(() => {
      const content = unpack();
      if (content === undefined) this.usage.complete = false;
      else this.#interpret(content, resources, matrix, depth);
    });
  }

  #interpret(content: Buffer, resources: Dict | undefined, matrix: Matrix, depth: number): void {
    const used = this.#namesOf(resources);
    const stack: State[] = [];
    let state: State = { matrix, font: undefined };
    for (const { operator, operands } of operations(content)) {
      this.#budget.spendValues(1);
      for (const operand of operands) collectNames(operand, used);
      const last = operands[operands.length - 1];
      if (operator === "q") stack.push({ ...state });
      else if (operator === "Q") state = stack.pop() ?? state;
      else if (operator === "cm") state.matrix = multiply(matrixOf(operands) ?? IDENTITY, state.matrix);
      else if (operator === "Tf") state.font = this.#resource(resources, "Font", operands[operands.length - 2]);
      else if (operator === "gs") state.font = this.#stateFont(resources, last) ?? state.font;
      else if (operator === "Do") this.#draw(resources, last, state.matrix, depth);
      else if (operator === "Tj" || operator === "TJ" || operator === "'" || operator === '"')
        this.#show(state.font, last);
    }
  }

  /** Reads a form, once for each scale that it is drawn at. */
  form(form: Stream, matrix: Matrix, inherited: Dict | undefined, depth: number): void {
    const id = this.#ids.get(form) ?? this.#ids.size;
    this.#ids.set(form, id);
    const scale = sizeUnder(matrix);
    const key = `${id} ${scale.width.toFixed(2)} ${scale.height.toFixed(2)}`;
    if (depth > MAX_DEPTH) this.usage.complete = false;
    if (this.#visited.has(key) || depth > MAX_DEPTH) return;
    this.#visited.add(key);
    const own = matrixOf(numbersOf(get(form, "Matrix"))) ?? IDENTITY;
    const resources = dictAt(form, "Resources") ?? inherited;
    const within = multiply(own, matrix);
    const { width, height } = sizeUnder(within);
    this.usage.forms.set(form, Math.max(this.usage.forms.get(form) ?? 0, width, height));
    this.read(() => plainData(form, this.#budget), resources, within, depth + 1);
  }

  #namesOf(resources: Dict | undefined): Set<string> {
    const known = resources && this.usage.named.get(resources);
    const names = known ?? new Set<string>();
    if (resources !== undefined) this.usage.named.set(resources, names);
    return names;
  }

  #resource(resources: Dict | undefined, category: string, name: Value | undefined): Dict | undefined {
    return name instanceof Name ? dictOf(dictAt(resources, category)?.get(name.text)) : undefined;
  }

  #stateFont(resources: Dict | undefined, name: Value | undefined): Dict | undefined {
    return dictOf(arrayAt(this.#resource(resources, "ExtGState", name), "Font")?.[0]);
  }

  #show(font: Dict | undefined, shown: Value | undefined): void {
    if (font === undefined) return;
    const strings = this.usage.shown.get(font) ?? new Set<string>();
    this.usage.shown.set(font, strings);
    for (const piece of Array.isArray(shown) ? shown : [shown]) {
      if (piece instanceof Uint8Array) strings.add(Buffer.from(piece).toString("latin1"));
    }
  }

  #draw(resources: Dict | undefined, name: Value | undefined, matrix: Matrix, depth: number): void {
    const object = name instanceof Name ? resolve(dictAt(resources, "XObject")?.get(name.text)) : undefined;
    if (!(object instanceof Stream)) return;
    const type = nameAt(object, "Subtype");
    if (type === "Form") this.form(object, matrix, resources, depth);
    else if (type === "Image") this.#place(object, matrix);
  }

  #place(image: Stream, matrix: Matrix): void {
    const { width, height } = sizeUnder(matrix);
    const known = this.usage.placed.get(image);
    const widest = { width: Math.max(width, known?.width ?? 0), height: Math.max(height, known?.height ?? 0) };
    this.usage.placed.set(image, widest);
  }
}

/** Annotations draw forms scaled from their box to their rectangle. */
const appearances = function* (annotation: Value): Generator<{ form: Stream; matrix: Matrix }> {
  const rectangle = numbersOf(get(annotation, "Rect"));
  for (const entry of dictAt(annotation, "AP")?.values() ?? []) {
    const direct = resolve(entry);
    for (const value of direct instanceof Map ? direct.values() : [direct]) {
      const form = resolve(value);
      if (!(form instanceof Stream)) continue;
      const box = numbersOf(get(form, "BBox"));
      const ratio = (low: number) =>
        rectangle?.length === 4 && box?.length === 4
          ? Math.abs((rectangle[low + 2]! - rectangle[low]!) / (box[low + 2]! - box[low]! || 1))
          : 1;
      yield { form, matrix: [ratio(0), 0, 0, ratio(1), 0, 0] };
    }
  }
};

/** Reads all content of a document: pages, forms, annotations, patterns and Type 3 glyphs. */
export const usageOf = ({ catalog, pages }: Document, budget: Budget): Usage => {
  const interpreter = new Interpreter(budget);
  try {
    for (const page of pages) {
      const unit = numberAt(page, "UserUnit") ?? 1;
      const matrix: Matrix = [unit, 0, 0, unit, 0, 0];
      interpreter.read(() => pageContent(page, budget), dictAt(page, "Resources"), matrix, 0);
      for (const annotation of arrayAt(page, "Annots") ?? []) {
        for (const { form, matrix: scale } of appearances(annotation)) interpreter.form(form, scale, undefined, 0);
      }
    }
    for (const { value } of gather([catalog, ...pages])) {
      if (value instanceof Stream && numberAt(value, "PatternType") === 1)
        interpreter.form(value, IDENTITY, undefined, 0);
      if (value instanceof Map && nameAt(value, "Subtype") === "Type3") {
        for (const procedure of dictAt(value, "CharProcs")?.values() ?? []) {
          const glyph = resolve(procedure);
          const resources = dictAt(value, "Resources");
          if (glyph instanceof Stream) interpreter.read(() => plainData(glyph, budget), resources, GLYPH, 1);
          if (resources === undefined) interpreter.usage.complete = false;
        }
      }
    }
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    interpreter.usage.complete = false;
  }
  return interpreter.usage;
};
