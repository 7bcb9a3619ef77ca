import type { Size } from "../../pictures/pixels.ts";
import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import type { Character, PageCharacters, Run } from "./characters.ts";
import { areaOf } from "./page-area.ts";
import { type Box, type PageArea, type Point, shownPageSize, shownPoint, shownX, shownY } from "./page-frame.ts";
import { FIRST_TURNED, RIGHT_TO_LEFT } from "./right-to-left.ts";
import { Runs } from "./runs.ts";
import { Scratch } from "./scratch.ts";
import { Spans } from "./spans.ts";

/** More characters of one page are not read. */
const PAGE_LIMIT_CHARACTERS = 200_000;
const SCRATCH_BYTES = 256;
/** The offsets of a character's origin, behind its box. */
const [ORIGIN_X, ORIGIN_Y] = [16, 24];
/** The most that boxes may reach above the baseline, in sizes of the font: fonts may claim anything. */
const ASCENT_LIMIT = 1.1;
const DESCENT_LIMIT = 0.4;
const REPLACEMENT = 0xfffd;
/** The widest space beside the ink of a letter that is taken for a part of it, in sizes of the font. */
const BEARING_LIMIT = 0.2;

const NO_BREAK_SPACE = 0xa0;
/** The code that PDFium puts in place of a hyphen at the end of a line. */
const LINE_END_HYPHEN = 2;

const isSpace = (code: number): boolean =>
  code <= 0x20
    ? code !== LINE_END_HYPHEN && code !== 0
    : code === NO_BREAK_SPACE || (code >= 0x2000 && code <= 0x200b) || code === 0x3000;

const isCombining = (code: number): boolean => code >= 0x300 && code <= 0x36f;

/** A character as text: ligatures and presentation forms as the letters that they stand for. */
const lettersOf = (code: number): string => {
  if (code === LINE_END_HYPHEN) return "-";
  if (code < 0xfb00 || code > 0xfefc) return String.fromCodePoint(code);
  return String.fromCodePoint(code).normalize("NFKC");
};

/** Reads the characters of a page that are within the part that is shown. */
class PageReader {
  readonly #pdfium: Pdfium;
  readonly #scratch: Scratch;
  readonly #area: PageArea;
  readonly #size: Size;
  readonly #runs: Runs;
  readonly #spans: Spans;

  constructor(pdfium: Pdfium, page: Handle, scratch: Scratch, area: PageArea) {
    this.#pdfium = pdfium;
    this.#scratch = scratch;
    this.#area = area;
    this.#size = shownPageSize(area);
    this.#runs = new Runs(pdfium, scratch, area.quarters);
    this.#spans = new Spans(pdfium, page, scratch);
  }

  read(text: Handle): PageCharacters {
    const pdfium = this.#pdfium;
    const count = Math.max(0, pdfium._FPDFText_CountChars(text));
    const characters: (Character | undefined)[] = [];
    const isCut = count > PAGE_LIMIT_CHARACTERS;
    let [unmapped, spaces] = [0, 0];
    for (let index = 0; index < count && !isCut; index++) {
      const code = this.#codeAt(text, index);
      if (isSpace(code)) {
        if (pdfium._FPDFText_IsGenerated(text, index) === 1) continue;
        const last = characters.at(-1);
        if (last !== undefined && last.run.replacement === undefined) characters.push(undefined);
        spaces++;
        continue;
      }
      const run = this.#runs.at(text, index);
      if (run.replacement !== undefined) {
        // PDFium turns the letters of an object and its brackets once more, and guesses spaces by the boxes of other letters.
        if (spaces > 0 && characters.at(-1) === undefined) characters.pop();
        if (characters.at(-1)?.run !== run) characters.push(this.#replaced(text, index, run));
        spaces = 0;
        continue;
      }
      // PDFium reports an accent with a place of its own as a space and a combining mark.
      if (spaces === 1 && isCombining(code) && characters.at(-1) === undefined) characters.pop();
      spaces = 0;
      const isUnmapped = pdfium._FPDFText_HasUnicodeMapError(text, index) === 1 || !isScalar(code);
      if (isUnmapped) unmapped++;
      const character = this.#character(text, index, run, lettersOf(isScalar(code) ? code : REPLACEMENT));
      // The second half of a pair of surrogates is a character of PDFium's too.
      if (code > 0xffff) index++;
      if (character !== undefined) characters.push(character);
    }
    return { ...this.#size, characters, unmapped, isCut };
  }

  #codeAt(text: Handle, index: number): number {
    const code = this.#pdfium._FPDFText_GetUnicode(text, index);
    if (code < 0xd800 || code > 0xdbff) return code;
    const second = this.#pdfium._FPDFText_GetUnicode(text, index + 1);
    const isPair = second >= 0xdc00 && second <= 0xdfff;
    return isPair ? 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00) : code;
  }

  /** The letters of a marked content that has a text in their place. PDFium gives them boxes of other letters. */
  #replaced(text: Handle, index: number, run: Run): Character | undefined {
    const { frame, replacement } = run;
    const character = this.#character(text, index, run, replacement?.text.normalize("NFKC") ?? "");
    const span = this.#spans.of(replacement?.mark ?? 0);
    if (character === undefined || span === undefined) return character;
    const [origin, baseline] = frame.point(...shownPoint(this.#area, ...span.origin));
    const [one] = frame.point(...shownPoint(this.#area, span.left, span.bottom));
    const [other] = frame.point(...shownPoint(this.#area, span.right, span.top));
    const right = this.#endOf(span.object, run, origin, Math.max(one, other));
    const left = Math.min(one, other, origin);
    const shift = baseline - character.baseline;
    const [top, bottom] = [character.top + shift, character.bottom + shift];
    return { ...character, left, right, top, bottom, baseline };
  }

  #character(text: Handle, index: number, run: Run, letters: string): Character | undefined {
    const pdfium = this.#pdfium;
    const scratch = this.#scratch;
    pdfium._FPDFText_GetLooseCharBox(text, index, scratch.at);
    pdfium._FPDFText_GetCharOrigin(text, index, scratch.at + ORIGIN_X, scratch.at + ORIGIN_Y);
    const originX = scratch.double(ORIGIN_X);
    const originY = scratch.double(ORIGIN_Y);
    const box = this.#shownBox();
    const area = this.#area;
    const character = placed(letters, run, box, shownX(area, originX, originY), shownY(area, originX, originY));
    // The box of a font that claims a great descent may have its middle outside of the page.
    const isShown = this.#isShown(box) || this.#isShown(run.frame.shown(character));
    if (!isShown || letters < FIRST_TURNED || !RIGHT_TO_LEFT.test(letters)) return isShown ? character : undefined;
    return this.#turned(text, index, character, [originX, originY]);
  }

  /** The box that PDFium has written, on the page as it is shown. */
  #shownBox(): Box {
    const scratch = this.#scratch;
    const area = this.#area;
    const x = scratch.float(0);
    const y = scratch.float(4);
    const otherX = scratch.float(8);
    const otherY = scratch.float(12);
    return {
      left: shownX(area, x, y),
      top: shownY(area, x, y),
      right: shownX(area, otherX, otherY),
      bottom: shownY(area, otherX, otherY),
    };
  }

  /**
   * Where a letter from `origin` with its ink up to `ink` ends: where the next object of the content begins, if that is near. The ink
   * that PDFium reports may be larger than it is.
   */
  #endOf(object: Handle, { frame, size }: Run, origin: number, ink: number): number {
    const next = this.#spans.behind(object);
    if (next === undefined) return ink;
    const [end] = frame.point(...shownPoint(this.#area, ...next));
    return end > origin && end < ink + BEARING_LIMIT * size ? end : ink;
  }

  /** A letter that runs from right to left, without the room around it that PDFium adds in some fonts. */
  #turned(text: Handle, index: number, character: Character, origin: Point): Character {
    const { frame } = character.run;
    const scratch = this.#scratch;
    const places = [0, 8, 16, 24].map((offset) => scratch.at + offset) as [Handle, Handle, Handle, Handle];
    this.#pdfium._FPDFText_GetCharBox(text, index, ...places);
    const [left, right, bottom, top] = [0, 8, 16, 24].map((offset) => scratch.double(offset)) as Quadruple;
    const [start] = frame.point(...shownPoint(this.#area, ...origin));
    const ends = [shownPoint(this.#area, left, bottom), shownPoint(this.#area, right, top)];
    const ink = Math.max(...ends.map((point) => frame.point(...point)[0]));
    const end = this.#endOf(this.#pdfium._FPDFText_GetTextObject(text, index), character.run, start, ink);
    const isStraight = frame.degrees % 90 === 0 && end > start;
    const box = isStraight ? { left: start, right: Math.min(character.right, end) } : {};
    const letters = this.#spans.hasNonJoiner(origin) ? `${character.text}\u200c` : character.text;
    return { ...character, ...box, text: letters };
  }

  /** Whether the middle of a box is within the page. */
  #isShown({ left, top, right, bottom }: Box): boolean {
    const { width, height } = this.#size;
    const x = (left + right) / 2;
    const y = (top + bottom) / 2;
    return x >= 0 && x <= width && y >= 0 && y <= height;
  }
}

type Quadruple = [number, number, number, number];

/** A character in the frame of its run. Its box and its origin are on the page as it is shown. */
const placed = (text: string, run: Run, box: Box, originX: number, originY: number): Character => {
  const { frame, size } = run;
  const baseline = frame.across(originX, originY);
  if (frame.degrees % 90 !== 0) {
    const left = frame.along(originX, originY);
    const advance = frame.advance(Math.abs(box.left - box.right), Math.abs(box.top - box.bottom), size);
    const [top, bottom] = [baseline - 0.8 * size, baseline + 0.2 * size];
    return { text, run, baseline, left, right: left + advance, top, bottom };
  }
  const x = frame.along(box.left, box.top);
  const y = frame.across(box.left, box.top);
  const otherX = frame.along(box.right, box.bottom);
  const otherY = frame.across(box.right, box.bottom);
  return {
    text,
    run,
    baseline,
    left: Math.min(x, otherX),
    right: Math.max(x, otherX),
    top: Math.max(Math.min(y, otherY), baseline - ASCENT_LIMIT * size),
    bottom: Math.min(Math.max(y, otherY), baseline + DESCENT_LIMIT * size),
  };
};

const isScalar = (code: number): boolean =>
  code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && code !== REPLACEMENT && code !== 0;

/** The characters of a page that PDFium has loaded. */
export const readCharacters = (pdfium: Pdfium, page: Handle): PageCharacters => {
  const scratch = new Scratch(pdfium, SCRATCH_BYTES);
  const area = areaOf(pdfium, page, scratch);
  const text = pdfium._FPDFText_LoadPage(page);
  try {
    if (text === 0) return { ...shownPageSize(area), characters: [], unmapped: 0, isCut: false };
    return new PageReader(pdfium, page, scratch, area).read(text);
  } finally {
    if (text !== 0) pdfium._FPDFText_ClosePage(text);
    scratch.free();
  }
};
