import { Bytes } from "./bytes.ts";
import type { Easy, Used } from "./lettering.ts";

const [BACKSLASH, OPEN, CLOSE, RETURN, NEWLINE] = [92, 40, 41, 13, 10];
const [SPACE, MINUS, POINT, ZERO] = [0x20, 0x2d, 0x2e, 0x30];
const [T, d, e, j, r] = [0x54, 0x64, 0x65, 0x6a, 0x72];
/** Bytes that a number takes at most, and a glyph with its sign of escape. */
const NUMBER_ROOM = 16;
const GLYPH_ROOM = 4;

/** The content stream of a page, put together in one growing buffer. Lengths are points, written to a hundredth. */
export class Content extends Bytes {
  #face = -1;
  /** Where the line begins that was gone to last, in hundredths of a point. */
  #x = 0;
  #y = 0;

  /** Whether nothing has been written. */
  get isEmpty(): boolean {
    return this.size === 0;
  }

  /** Begins text. */
  begin(): void {
    this.write("BT ");
    this.#face = -1;
    this.#x = 0;
    this.#y = 0;
  }

  /** Ends text. */
  end(): void {
    this.write("ET\n");
  }

  /** Begins marked content of this tag. */
  mark(tag: string, number: number): void {
    this.write(tag);
    this.write(" <</MCID ");
    this.integer(number);
    this.write(">> BDC ");
  }

  /** Goes to the beginning of a line. */
  move(x: number, y: number): void {
    const across = Math.round(x * 100);
    const down = Math.round(y * 100);
    this.room(2 * NUMBER_ROOM + 4);
    this.#number(across - this.#x);
    this.#number(down - this.#y);
    this.#operator(T, d);
    this.#x = across;
    this.#y = down;
  }

  /** Shows glyphs one behind the other, each in its face. */
  show(
    { face, glyph }: { readonly face: Uint8Array; readonly glyph: Uint16Array },
    from: number,
    to: number,
    used: readonly Used[],
    size: number,
  ): void {
    this.room((to - from) * GLYPH_ROOM + 8);
    let open = false;
    for (let at = from; at < to; at++) {
      const number = face[at]!;
      if (number !== this.#face) {
        if (open) this.write(")Tj ");
        this.write(`/${used[number]!.resource} ${size} Tf `);
        this.room((to - at) * GLYPH_ROOM + 8);
        this.#face = number;
        open = false;
      }
      if (!open) this.buffer[this.length++] = OPEN;
      open = true;
      this.#byte(glyph[at]! >> 8);
      this.#byte(glyph[at]! & 255);
    }
    if (open) this.write(")Tj ");
  }

  /** Shows a code of a font in text rendering mode 3 (ISO 32000-2, 9.3.6): nobody sees it, and readers find its text. */
  showUnseen(code: number, { resource }: Used, size: number): void {
    this.write(`/${resource} ${size} Tf 3 Tr <${code.toString(16).padStart(4, "0")}> Tj 0 Tr `);
    this.#face = -1;
  }

  /** Shows a text of easy letters in their face. */
  showEasy(text: string, { face, glyph }: Easy, used: readonly Used[], size: number): void {
    if (face !== this.#face) {
      this.write(`/${used[face]!.resource} ${size} Tf `);
      this.#face = face;
    }
    this.room(text.length * GLYPH_ROOM + 8);
    this.buffer[this.length++] = OPEN;
    for (let at = 0; at < text.length; at++) {
      const number = glyph[text.charCodeAt(at)]!;
      this.#byte(number >> 8);
      this.#byte(number & 255);
    }
    this.buffer[this.length++] = CLOSE;
    this.#operator(T, j);
  }

  /** Adds a box to the path: its left, foot, width and height. */
  box(left: number, bottom: number, width: number, height: number): void {
    this.room(4 * NUMBER_ROOM + 4);
    this.#number(Math.round(left * 100));
    this.#number(Math.round(bottom * 100));
    this.#number(Math.round(width * 100));
    this.#number(Math.round(height * 100));
    this.#operator(r, e);
  }

  /** Adds a level line to the path. */
  line(left: number, right: number, y: number): void {
    this.room(4 * NUMBER_ROOM + 8);
    this.#number(Math.round(left * 100));
    this.#number(Math.round(y * 100));
    this.length += this.buffer.write("m ", this.length, "latin1");
    this.#number(Math.round(right * 100));
    this.#number(Math.round(y * 100));
    this.length += this.buffer.write("l ", this.length, "latin1");
  }

  /** Writes an operator of two letters, and a space: byte by byte, for there are millions. */
  #operator(first: number, second: number): void {
    this.buffer[this.length++] = first;
    this.buffer[this.length++] = second;
    this.buffer[this.length++] = SPACE;
  }

  /** Writes hundredths as a number, and a space. */
  #number(hundredths: number): void {
    const bytes = this.buffer;
    let rest = hundredths;
    if (rest < 0) {
      bytes[this.length++] = MINUS;
      rest = -rest;
    }
    const whole = Math.floor(rest / 100);
    this.digits(whole);
    const part = rest - 100 * whole;
    if (part > 0) {
      bytes[this.length++] = POINT;
      const tenths = Math.floor(part / 10);
      bytes[this.length++] = ZERO + tenths;
      if (part > 10 * tenths) bytes[this.length++] = ZERO + part - 10 * tenths;
    }
    bytes[this.length++] = SPACE;
  }

  #byte(byte: number): void {
    if (byte === OPEN || byte === CLOSE || byte === BACKSLASH) this.buffer[this.length++] = BACKSLASH;
    // A reader may take a bare line end for another one.
    if (byte === RETURN || byte === NEWLINE) {
      this.buffer[this.length++] = BACKSLASH;
      this.buffer[this.length++] = byte === RETURN ? 114 : 110;
    } else this.buffer[this.length++] = byte;
  }
}

/** A number as a content stream takes it, to a hundredth. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
