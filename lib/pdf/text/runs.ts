import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import type { Run } from "./characters.ts";
import { Marks } from "./marks.ts";
import { TurnedPage } from "./page-frame.ts";
import { RIGHT_TO_LEFT } from "./right-to-left.ts";
import type { Scratch } from "./scratch.ts";

/** Lines that are turned by less run along the side of the page. */
const STRAIGHT_LIMIT_DEGREES = 3;
const BOLD_MIN_WEIGHT = 600;
/** Bits of a font's flags (ISO 32000-2, 9.8.2). */
const [FIXED_PITCH, FORCE_BOLD] = [1, 1 << 18];
/** A longer text is not that of the letters of one ligature. */
const REPLACEMENT_LIMIT_CHARACTERS = 16;
/** Brackets, whose pictures are those of the other ones in text that runs from right to left. */
const BRACKET = /^[()[\]{}<>\u00ab\u00bb\u2039\u203a]$/;

/** Whether a text stands for a letter, or a few that are joined, of text that runs from right to left. */
const isOfOneLetter = (text: string, isReversed: boolean): boolean =>
  (isReversed || RIGHT_TO_LEFT.test(text) || BRACKET.test(text)) &&
  text.length <= REPLACEMENT_LIMIT_CHARACTERS &&
  /^\S+$/.test(text);

/** The runs of a page, which are read once for each text object. */
export class Runs {
  readonly #pdfium: Pdfium;
  readonly #scratch: Scratch;
  readonly #quarters: number;
  readonly #marks: Marks;
  readonly #runs = new Map<Handle, Run>();
  #last: { readonly object: Handle; readonly run: Run } | undefined;
  readonly #frames = new Map<number, TurnedPage>();
  readonly #styles = new Map<Handle, Pick<Run, "isBold" | "isMonospaced">>();

  constructor(pdfium: Pdfium, scratch: Scratch, quarters: number) {
    this.#pdfium = pdfium;
    this.#scratch = scratch;
    this.#quarters = quarters;
    this.#marks = new Marks(pdfium, scratch);
  }

  at(text: Handle, index: number): Run {
    const object = this.#pdfium._FPDFText_GetTextObject(text, index);
    if (this.#last?.object === object) return this.#last.run;
    let run = this.#runs.get(object);
    if (run === undefined) {
      run = this.#read(text, index, object);
      this.#runs.set(object, run);
    }
    this.#last = { object, run };
    return run;
  }

  #read(text: Handle, index: number, object: Handle): Run {
    const pdfium = this.#pdfium;
    pdfium._FPDFText_GetMatrix(text, index, this.#scratch.at);
    const [a, b, c, d] = this.#scratch.floats();
    const fontSize = pdfium._FPDFText_GetFontSize(text, index);
    const size = Math.abs(fontSize) * Math.hypot(c, d);
    // A font of a negative size is turned by half a circle.
    const half = fontSize < 0 ? 180 : 0;
    return {
      frame: this.#frame(Math.round((Math.atan2(-b, a) * 180) / Math.PI) + half + 90 * this.#quarters),
      size: size > 0 && Number.isFinite(size) ? size : 1,
      ...this.#styleOf(pdfium._FPDFTextObj_GetFont(object)),
      markedContent: pdfium._FPDFPageObj_GetMarkedContentID(object),
      ...this.#marksOf(object),
    };
  }

  /** What the marked contents around a text object say of it. */
  #marksOf(object: Handle): Pick<Run, "isArtifact" | "replacement"> {
    let [isArtifact, isReversed] = [false, false];
    let replacement: Run["replacement"];
    for (const mark of this.#marks.of(object)) {
      const name = this.#marks.nameOf(mark);
      isArtifact ||= name === "Artifact";
      isReversed ||= name === "ReversedChars";
      const text = name === "Span" ? this.#marks.actualTextOf(mark) : undefined;
      if (text !== undefined) replacement = { text, mark };
    }
    const isKnown = replacement !== undefined && isOfOneLetter(replacement.text, isReversed);
    return { isArtifact, replacement: isKnown ? replacement : undefined };
  }

  #frame(degrees: number): TurnedPage {
    const side = Math.round(degrees / 90) * 90;
    const straight = Math.abs(degrees - side) <= STRAIGHT_LIMIT_DEGREES ? side : degrees;
    const angle = ((straight % 360) + 360) % 360;
    const frame = this.#frames.get(angle) ?? new TurnedPage(angle);
    this.#frames.set(angle, frame);
    return frame;
  }

  #styleOf(font: Handle): Pick<Run, "isBold" | "isMonospaced"> {
    const known = this.#styles.get(font);
    if (known !== undefined) return known;
    const pdfium = this.#pdfium;
    const flags = font === 0 ? 0 : Math.max(0, pdfium._FPDFFont_GetFlags(font));
    const name =
      font === 0 ? "" : this.#scratch.text("latin1", (out, size) => pdfium._FPDFFont_GetBaseFontName(font, out, size));
    const style = {
      isBold:
        (flags & FORCE_BOLD) !== 0 ||
        /bold|black|heavy|-bd/i.test(name) ||
        (font !== 0 && pdfium._FPDFFont_GetWeight(font) >= BOLD_MIN_WEIGHT),
      isMonospaced: (flags & FIXED_PITCH) !== 0 || /courier|mono|consol/i.test(name),
    };
    this.#styles.set(font, style);
    return style;
  }
}
