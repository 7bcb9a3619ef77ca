import type { Used } from "./lettering.ts";

const [BACKSLASH, OPEN, CLOSE, RETURN, NEWLINE] = [92, 40, 41, 13, 10];

/** The content stream of a page, put together in one growing buffer. Lengths are points. */
export class Content {
  #bytes = Buffer.allocUnsafe(65_536);
  #length = 0;
  #face = -1;
  #at = { x: 0, y: 0 };

  /** What has been written. */
  get bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  /** Begins anew. */
  clear(): void {
    this.#length = 0;
  }

  /** Writes operators as they are, in Latin-1. */
  write(text: string): void {
    this.#room(text.length);
    this.#length += this.#bytes.write(text, this.#length, "latin1");
  }

  /** Begins text. */
  begin(): void {
    this.write("BT ");
    this.#face = -1;
    this.#at = { x: 0, y: 0 };
  }

  /** Ends text. */
  end(): void {
    this.write("ET\n");
  }

  /** Goes to the beginning of a line. */
  move(x: number, y: number): void {
    const [dx, dy] = [rounded(x - this.#at.x), rounded(y - this.#at.y)];
    this.#at = { x: this.#at.x + dx, y: this.#at.y + dy };
    this.write(`${dx} ${dy} Td `);
  }

  /** Shows glyphs one behind the other, each in its face. */
  show(
    { face, glyph }: { readonly face: Uint8Array; readonly glyph: Uint16Array },
    from: number,
    to: number,
    used: readonly Used[],
    size: number,
  ): void {
    let open = false;
    for (let at = from; at < to; at++) {
      const number = face[at]!;
      if (number !== this.#face) {
        if (open) this.write(")Tj ");
        this.write(`/${used[number]!.resource} ${size} Tf `);
        this.#face = number;
        open = false;
      }
      this.#room(8);
      if (!open) this.#bytes[this.#length++] = OPEN;
      open = true;
      this.#byte(glyph[at]! >> 8);
      this.#byte(glyph[at]! & 255);
    }
    if (open) this.write(")Tj ");
  }

  #byte(byte: number): void {
    if (byte === OPEN || byte === CLOSE || byte === BACKSLASH) this.#bytes[this.#length++] = BACKSLASH;
    // A reader may take a bare line end for another one.
    if (byte === RETURN || byte === NEWLINE) {
      this.#bytes[this.#length++] = BACKSLASH;
      this.#bytes[this.#length++] = byte === RETURN ? 114 : 110;
    } else this.#bytes[this.#length++] = byte;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** A number as a content stream takes it, to a hundredth. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
