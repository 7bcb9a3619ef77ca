import { dictAt, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { unicodeTexts } from "../compress/fonts/code-tables.ts";
import { IDENTITY, type Matrix, matrixOf, multiply } from "../contents/matrix.ts";
import type { Operation } from "../contents/operations.ts";
import { type Dict, Name, type Value } from "../objects.ts";

interface Font {
  readonly isComposite: boolean;
  /** The texts of its codes. */
  readonly texts: ReadonlyMap<number, string>;
}

const REPLACEMENT_CHARACTER = "\ufffd";

const textOfHex = (hex: string): string => {
  const units = Buffer.from(hex, "hex");
  return units.length % 2 === 0 ? units.swap16().toString("utf16le") : REPLACEMENT_CHARACTER;
};

/** What the codes of fonts mean, each font read once. */
export class FontTexts {
  readonly #fonts = new Map<Dict, Font>();
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  of(dict: Dict): Font {
    const known = this.#fonts.get(dict);
    if (known !== undefined) return known;
    const texts = new Map<number, string>();
    for (const [code, hex] of unicodeTexts(dict, this.#budget) ?? []) texts.set(code, textOfHex(hex));
    const font = { isComposite: nameAt(dict, "Subtype") === "Type0", texts };
    this.#fonts.set(dict, font);
    return font;
  }
}

const decode = (bytes: Uint8Array, { isComposite, texts }: Font): string => {
  let text = "";
  if (isComposite) {
    for (let at = 0; at + 1 < bytes.length; at += 2)
      text += texts.get((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)) ?? REPLACEMENT_CHARACTER;
  } else for (const code of bytes) text += texts.get(code) ?? REPLACEMENT_CHARACTER;
  return text;
};

/** A gap in a line of this size, in thousandths of the font's size, is a space between words. */
const WORD_GAP = 200;

/** Follows the operators of a content stream: which text is shown, and how high on the page. */
export class ShownText {
  readonly #fonts: FontTexts;
  readonly #resources: Dict | undefined;
  readonly #stack: (readonly [Matrix, Font | undefined])[] = [];
  #matrix: Matrix;
  #font: Font | undefined;
  #text: Matrix = IDENTITY;

  constructor(fonts: FontTexts, resources: Dict | undefined, matrix: Matrix) {
    this.#fonts = fonts;
    this.#resources = resources;
    this.#matrix = matrix;
  }

  get matrix(): Matrix {
    return this.#matrix;
  }

  /** The height of the current line, in points of the page. */
  get height(): number {
    return this.#text[4] * this.#matrix[1] + this.#text[5] * this.#matrix[3] + this.#matrix[5];
  }

  /** Follows an operator. Returns the text that it shows; undefined if it shows none. */
  follow({ operator, operands }: Operation): string | undefined {
    switch (operator) {
      case "q":
        this.#stack.push([this.#matrix, this.#font]);
        return undefined;
      case "Q":
        [this.#matrix, this.#font] = this.#stack.pop() ?? [this.#matrix, this.#font];
        return undefined;
      case "cm":
        this.#matrix = multiply(matrixOf(operands) ?? IDENTITY, this.#matrix);
        return undefined;
      case "BT":
        this.#text = IDENTITY;
        return undefined;
      case "Tm":
        this.#text = matrixOf(operands) ?? IDENTITY;
        return undefined;
      case "Td":
      case "TD":
        this.#move(operands);
        return undefined;
      case "Tf":
        this.#font = this.#fontNamed(operands[0]);
        return undefined;
      case "Tj":
      case "TJ":
      case "'":
      case '"':
        return this.#shown(operands.at(-1));
    }
    return undefined;
  }

  #move([x, y]: readonly Value[]): void {
    if (typeof x !== "number" || typeof y !== "number") return;
    const [a, b, c, d, e, f] = this.#text;
    this.#text = [a, b, c, d, x * a + y * c + e, x * b + y * d + f];
  }

  #fontNamed(name: Value | undefined): Font | undefined {
    const dict = name instanceof Name ? dictAt(dictAt(this.#resources, "Font"), name.text) : undefined;
    return dict && this.#fonts.of(dict);
  }

  #shown(value: Value | undefined): string {
    const font = this.#font;
    if (font === undefined) return REPLACEMENT_CHARACTER;
    if (value instanceof Uint8Array) return decode(value, font);
    if (!Array.isArray(value)) return "";
    let text = "";
    for (const piece of value) {
      if (piece instanceof Uint8Array) text += decode(piece, font);
      else if (typeof piece === "number" && piece < -WORD_GAP) text += " ";
    }
    return text;
  }
}
