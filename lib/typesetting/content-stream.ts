import { ByteWriter } from "../output/byte-writer.ts";
import { resourceOf, type SimpleGlyphs, type UsedFace } from "./glyph-cache.ts";

const [BACKSLASH, OPEN, CLOSE, RETURN, NEWLINE] = [92, 40, 41, 13, 10];
const [SPACE, MINUS, POINT, ZERO] = [0x20, 0x2d, 0x2e, 0x30];
const [T, d, e, j, r] = [0x54, 0x64, 0x65, 0x6a, 0x72];
const NUMBER_LIMIT_BYTES = 16;
/** The most bytes of a glyph with its escapes. */
const GLYPH_LIMIT_BYTES = 4;

/**
 * The content stream of a page (ISO 32000-2, 7.8.2). Lengths are points, written to a hundredth. One class, because each
 * operator depends on the position and the face that the last one has left.
 */
export class ContentStream extends ByteWriter {
  #face = -1;
  /** The start of the current line, in hundredths of a point. */
  #x = 0;
  #y = 0;

  /** A stream with an initial capacity in bytes. */
  constructor(capacity = 65_536) {
    super(capacity);
  }

  get isEmpty(): boolean {
    return this.length === 0;
  }

  beginText(): void {
    this.write("BT ");
    this.#face = -1;
    this.#x = 0;
    this.#y = 0;
  }

  endText(): void {
    this.write("ET\n");
  }

  beginMarkedContent(tag: string, number: number): void {
    this.write(tag);
    this.write(" <</MCID ");
    this.writeInteger(number);
    this.write(">> BDC ");
  }

  moveTo(x: number, y: number): void {
    const hundredthsX = Math.round(x * 100);
    const hundredthsY = Math.round(y * 100);
    this.ensureRoom(2 * NUMBER_LIMIT_BYTES + 4);
    this.#number(hundredthsX - this.#x);
    this.#number(hundredthsY - this.#y);
    this.#operator(T, d);
    this.#x = hundredthsX;
    this.#y = hundredthsY;
  }

  /** Shows the glyphs from `from` to before `to`, each in its face. */
  showGlyphs(
    { face, glyph }: { readonly face: Uint8Array; readonly glyph: Uint16Array },
    from: number,
    to: number,
    size: number,
  ): void {
    this.ensureRoom((to - from) * GLYPH_LIMIT_BYTES + 8);
    let open = false;
    for (let at = from; at < to; at++) {
      const number = face[at]!;
      if (number !== this.#face) {
        if (open) this.write(")Tj ");
        this.write(`/${resourceOf(number)} ${size} Tf `);
        this.ensureRoom((to - at) * GLYPH_LIMIT_BYTES + 8);
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

  /** Shows a code in text rendering mode 3 (ISO 32000-2, 9.3.6): it is invisible, but its text can be searched. */
  showInvisible(code: number, { resource }: UsedFace, size: number): void {
    this.write(`/${resource} ${size} Tf 3 Tr <${code.toString(16).padStart(4, "0")}> Tj 0 Tr `);
    this.#face = -1;
  }

  showSimple(text: string, { face, glyph }: SimpleGlyphs, size: number): void {
    if (face !== this.#face) {
      this.write(`/${resourceOf(face)} ${size} Tf `);
      this.#face = face;
    }
    this.ensureRoom(text.length * GLYPH_LIMIT_BYTES + 8);
    this.buffer[this.length++] = OPEN;
    for (let at = 0; at < text.length; at++) {
      const number = glyph[text.charCodeAt(at)]!;
      this.#byte(number >> 8);
      this.#byte(number & 255);
    }
    this.buffer[this.length++] = CLOSE;
    this.#operator(T, j);
  }

  rectangle(left: number, bottom: number, width: number, height: number): void {
    this.ensureRoom(4 * NUMBER_LIMIT_BYTES + 4);
    this.#number(Math.round(left * 100));
    this.#number(Math.round(bottom * 100));
    this.#number(Math.round(width * 100));
    this.#number(Math.round(height * 100));
    this.#operator(r, e);
  }

  line(left: number, right: number, y: number): void {
    this.ensureRoom(4 * NUMBER_LIMIT_BYTES + 8);
    this.#number(Math.round(left * 100));
    this.#number(Math.round(y * 100));
    this.length += this.buffer.write("m ", this.length, "latin1");
    this.#number(Math.round(right * 100));
    this.#number(Math.round(y * 100));
    this.length += this.buffer.write("l ", this.length, "latin1");
  }

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
    this.writeDigits(whole);
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
    // A reader may change an unescaped line end into another one (ISO 32000-2, 7.3.4.2).
    if (byte === RETURN || byte === NEWLINE) {
      this.buffer[this.length++] = BACKSLASH;
      this.buffer[this.length++] = byte === RETURN ? 114 : 110;
    } else this.buffer[this.length++] = byte;
  }
}

/** A number rounded to a hundredth, as content streams hold it. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
