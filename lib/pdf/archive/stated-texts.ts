import { bytesAt, dictAt, dictOf, nameAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { type Operation, operations } from "../contents/operations.ts";
import { pageContent } from "../contents/page-content.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Name, type Ref, Stream, type Value } from "../objects.ts";
import { textOfString } from "../strings.ts";

/** A glyph of a font by the code that shows it. */
export interface Glyph {
  readonly font: Dict;
  readonly code: number;
}

/** Glyphs that contents show together. */
export interface ShownGlyphs {
  readonly glyphs: Glyph[];
  /** The text that stands for them (ISO 32000-2, 14.9.4); undefined if each glyph has its own. */
  readonly text: string | undefined;
}

const FORM_DEPTH_LIMIT = 14;
/** PDF/A allows no longer strings (ISO 19005-2, 6.1.13). */
const STRING_MAX_BYTES = 32_767;
/** A text for more glyphs is not read: no syllable has so many. */
const GLYPHS_LIMIT = 256;

const codesOf = (font: Dict, shown: Uint8Array): number[] => {
  if (nameAt(font, "Subtype") !== "Type0") return [...shown];
  return Array.from({ length: shown.length >> 1 }, (_, at) => shown[2 * at]! * 256 + shown[2 * at + 1]!);
};

/** The glyphs of each string that an operator shows. */
const glyphsOf = function* (font: Dict | undefined, operand: Value | undefined): Generator<Glyph[]> {
  if (font === undefined) return;
  for (const piece of [operand].flat()) {
    if (!(piece instanceof Uint8Array) || piece.length > STRING_MAX_BYTES) continue;
    yield codesOf(font, piece).map((code) => ({ font, code }));
  }
};

/** Reads which glyphs contents show, and the texts that they state for them. Each form is read once. */
class StatedTextReader {
  readonly #budget: Budget;
  readonly #read = new Set<Stream>();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  *read(content: Buffer, resources: Dict | undefined, depth = 0): Generator<ShownGlyphs> {
    const fonts: (Dict | undefined)[] = [];
    /** For each open marked content the innermost one around its content that states a text. */
    const marks: (ShownGlyphs | undefined)[] = [];
    let font: Dict | undefined;
    for (const operation of operations(content)) {
      this.#budget.spendValues(1);
      const { operator, operands } = operation;
      if (operator === "q") fonts.push(font);
      else if (operator === "Q") font = fonts.pop();
      else if (operator === "Tf") font = dictOf(fontNamed(operands.at(-2), resources));
      else if (operator === "BDC" || operator === "BMC") {
        const text = textStated(operation, resources);
        marks.push(text === undefined ? marks.at(-1) : { glyphs: [], text });
      } else if (operator === "EMC") {
        const ended = marks.pop();
        if (ended !== undefined && ended !== marks.at(-1) && ended.glyphs.length <= GLYPHS_LIMIT) yield ended;
      } else if (operator === "Do") yield* this.#readForm(operands[0], resources, depth);
      else if (/^(?:Tj|TJ|'|")$/.test(operator)) {
        const mark = marks.at(-1);
        for (const glyphs of glyphsOf(font, operands.at(-1))) {
          if (mark === undefined) yield { glyphs, text: undefined };
          else if (mark.glyphs.length <= GLYPHS_LIMIT) mark.glyphs.push(...glyphs.slice(0, GLYPHS_LIMIT + 1));
        }
      }
    }
  }

  *#readForm(name: Value | undefined, resources: Dict | undefined, depth: number): Generator<ShownGlyphs> {
    const form = name instanceof Name ? resolve(dictAt(resources, "XObject")?.get(name.text)) : undefined;
    if (!(form instanceof Stream) || nameAt(form, "Subtype") !== "Form") return;
    if (this.#read.has(form) || depth >= FORM_DEPTH_LIMIT) return;
    this.#read.add(form);
    const content = plainData(form, this.#budget);
    if (content !== undefined) yield* this.read(content, dictAt(form, "Resources") ?? resources, depth + 1);
  }
}

const fontNamed = (name: Value | undefined, resources: Dict | undefined): Value | undefined =>
  name instanceof Name ? dictAt(resources, "Font")?.get(name.text) : undefined;

const textStated = ({ operands }: Operation, resources: Dict | undefined): string | undefined => {
  const given = operands[1];
  const properties = given instanceof Name ? dictAt(resources, "Properties")?.get(given.text) : given;
  const text = bytesAt(properties, "ActualText");
  return text === undefined ? undefined : textOfString(text);
};

/** The glyphs that pages show, with the texts that they state for them. */
export const shownGlyphs = function* (pages: readonly Ref[], budget: Budget): Generator<ShownGlyphs> {
  const reader = new StatedTextReader(budget);
  for (const page of pages) {
    const content = pageContent(page, budget);
    if (content !== undefined) yield* reader.read(content, dictAt(page, "Resources"));
  }
};
