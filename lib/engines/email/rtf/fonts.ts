import { codePageName } from "../mime/charset.ts";

/** Code pages by the number of a font's character set (RTF 1.9, `\fcharset`). */
const CHARSET_PAGES: Readonly<Record<number, number>> = {
  ...{ 0: 1252, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255 },
  ...{ 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250, 254: 437 },
};

/** The encodings of texts in RTF, which depend on their fonts. */
export class RtfFonts {
  readonly #encodings = new Map<number, string>();
  #font: number | undefined;

  /** Reads a control word of the font table. */
  readControl(word: string, number: number | undefined): void {
    if (word === "f") this.#font = number;
    if (word !== "fcharset" || this.#font === undefined) return;
    const name = codePageName(CHARSET_PAGES[number ?? 0] ?? 0);
    if (name !== undefined) this.#encodings.set(this.#font, name);
  }

  encodingOf(font: number | undefined): string | undefined {
    return font === undefined ? undefined : this.#encodings.get(font);
  }
}
