import { arrayAt, dictAt, dictOf, get, nameAt, numbersOf, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { IDENTITY, type Matrix, matrixOf, multiply, unitSquareSize } from "../contents/matrix.ts";
import { type Operation, operations } from "../contents/operations.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Name, Stream, type Value } from "../objects.ts";
import { latin1Key } from "../strings.ts";
import { type ResourceScope, ResourceScopes, resourceNamesIn } from "./scopes.ts";
import type { ContentUsage } from "./usage.ts";

const FORM_DEPTH_LIMIT = 12;

interface DrawContext {
  matrix: Matrix;
  font?: Dict | undefined;
  /** The scope of the content that draws it, whose resources readers fall back on; undefined if unknown. */
  outer: ResourceScope | undefined;
  depth: number;
}

interface InterpreterState {
  matrix: Matrix;
  font: Dict | undefined;
  /** Whether the content itself has set the font. */
  isOwn: boolean;
}

/**
 * Interprets content streams and records what they use. It is one class, because forms are interpreted within the
 * content that draws them.
 */
export class Interpreter {
  readonly #usage: ContentUsage;
  readonly #scopes: ResourceScopes;
  readonly #visited = new Set<string>();
  readonly #budget: Budget;

  constructor(usage: ContentUsage, budget: Budget) {
    this.#usage = usage;
    this.#scopes = new ResourceScopes(usage);
    this.#budget = budget;
  }

  hasRead(stream: Stream): boolean {
    return this.#usage.formScales.has(stream);
  }

  scope(resources: Dict | undefined, outer: ResourceScope | undefined, isPage: boolean): ResourceScope {
    return this.#scopes.open(resources, outer, isPage);
  }

  /** Decodes and interprets content; content that cannot be decoded or parsed leaves the usage incomplete. */
  read(
    unpack: () => Buffer | undefined,
    scope: ResourceScope,
    { matrix, font, depth }: Omit<DrawContext, "outer">,
  ): void {
    this.#budget.lend(() => {
      const content = unpack();
      if (content === undefined) this.#usage.isComplete = false;
      else {
        try {
          this.#interpret(content, scope, { matrix, font, isOwn: depth === 0 }, depth);
        } catch (error) {
          // Arrays are nested too deeply.
          if (!(error instanceof RangeError)) throw error;
          this.#usage.isComplete = false;
        }
      }
    });
  }

  #interpret(content: Buffer, scope: ResourceScope, start: InterpreterState, depth: number): void {
    const stack: InterpreterState[] = [];
    let state = start;
    for (const operation of operations(content)) {
      this.#budget.spendValues(1);
      for (const name of resourceNamesIn(operation)) this.#scopes.use(scope, name);
      if (operation.operator === "q") stack.push({ ...state });
      else if (operation.operator === "Q") state = stack.pop() ?? state;
      else this.#follow(operation, scope, state, depth);
    }
  }

  #follow({ operator, operands }: Operation, scope: ResourceScope, state: InterpreterState, depth: number): void {
    const last = operands[operands.length - 1];
    switch (operator) {
      case "cm":
        state.matrix = multiply(matrixOf(operands) ?? IDENTITY, state.matrix);
        break;
      case "Tf":
        this.#setFont(state, dictOf(this.#scopes.find(scope, "Font", operands[operands.length - 2])));
        break;
      case "gs":
        this.#setState(state, scope, last, depth);
        break;
      case "Do":
        this.#draw(scope, last, state, depth);
        break;
      case "Tj":
      case "TJ":
      case "'":
      case '"':
        if (!state.isOwn) this.#scopes.markInheriting(scope);
        this.#show(state.font, last);
    }
  }

  #setFont(state: InterpreterState, font: Dict | undefined): void {
    state.font = font;
    state.isOwn = true;
  }

  #setState(state: InterpreterState, scope: ResourceScope, name: Value | undefined, depth: number): void {
    const entries = dictOf(this.#scopes.find(scope, "ExtGState", name));
    const font = dictOf(arrayAt(entries, "Font")?.[0]);
    if (font !== undefined) this.#setFont(state, font);
    const group = get(get(entries, "SMask"), "G");
    if (group instanceof Stream) this.form(group, { matrix: state.matrix, outer: scope, depth });
  }

  /** Reads a form, once for each scale, and for each set of inherited resources that it uses. */
  form(form: Stream, { matrix, font, outer, depth }: DrawContext): void {
    if (depth > FORM_DEPTH_LIMIT) this.#usage.isComplete = false;
    if (depth > FORM_DEPTH_LIMIT) return;
    const { width, height } = unitSquareSize(matrix);
    const scale = `${width.toFixed(2)} ${height.toFixed(2)}`;
    if (this.#visited.has(`${this.#scopes.keyOf(form, font, outer)} ${scale}`)) return;
    const own = matrixOf(numbersOf(get(form, "Matrix"))) ?? IDENTITY;
    const within = multiply(own, matrix);
    const inside = unitSquareSize(within);
    this.#usage.formScales.set(form, Math.max(this.#usage.formScales.get(form) ?? 0, inside.width, inside.height));
    this.#visited.add(`${this.#scopes.keyOf(form, font, outer)} ${scale}`);
    const scope = this.#scopes.open(dictAt(form, "Resources"), outer, false, form);
    this.read(() => plainData(form, this.#budget), scope, { matrix: within, font, depth: depth + 1 });
    // Reading may have shown that the form inherits resources; these are then part of the key.
    this.#visited.add(`${this.#scopes.keyOf(form, font, outer)} ${scale}`);
  }

  #show(font: Dict | undefined, shown: Value | undefined): void {
    if (font === undefined) return;
    const strings = this.#usage.shownStrings.get(font) ?? new Set<string>();
    this.#usage.shownStrings.set(font, strings);
    for (const piece of Array.isArray(shown) ? shown : [shown]) {
      if (piece instanceof Uint8Array) strings.add(latin1Key(piece));
    }
  }

  #draw(scope: ResourceScope, name: Value | undefined, { matrix, font }: InterpreterState, depth: number): void {
    const object = resolve(name instanceof Name ? this.#scopes.find(scope, "XObject", name) : undefined);
    if (!(object instanceof Stream)) return;
    const type = nameAt(object, "Subtype");
    if (type === "Form") this.form(object, { matrix, font, outer: scope, depth });
    else if (type === "Image") this.#place(object, matrix);
  }

  #place(image: Stream, matrix: Matrix): void {
    const { width, height } = unitSquareSize(matrix);
    const known = this.#usage.imageSizes.get(image);
    const widest = { width: Math.max(width, known?.width ?? 0), height: Math.max(height, known?.height ?? 0) };
    this.#usage.imageSizes.set(image, widest);
  }
}
