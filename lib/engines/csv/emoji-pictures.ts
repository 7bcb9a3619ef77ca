import { readPng } from "../../pictures/png.ts";
import type { Face } from "./faces.ts";
import type { PdfFile } from "./pdf-file.ts";
import { emojiPng } from "./shaping.ts";

/** The emoji of a document. Each is written once, as an image object. */
export class EmojiPictures {
  readonly #file: PdfFile;
  readonly #written = new Map<number, string | undefined>();
  /** The image objects with their resource names. */
  readonly resources: [name: string, id: number][] = [];

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** The resource name of an emoji's image; undefined if its font has none. */
  nameOf(face: Face, glyph: number): string | undefined {
    if (!this.#written.has(glyph)) this.#written.set(glyph, this.#write(face, glyph));
    return this.#written.get(glyph);
  }

  #write(face: Face, glyph: number): string | undefined {
    const png = emojiPng(face, glyph);
    const picture = png && readPng(Buffer.from(png));
    if (picture === undefined) return undefined;
    const { width, height, colours, opacity } = picture;
    const [id, mask] = [this.#file.reserve(), this.#file.reserve()];
    const shape = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`;
    this.#file.stream(mask, `${shape}/ColorSpace/DeviceGray`, opacity);
    this.#file.stream(id, `${shape}/ColorSpace/DeviceRGB/SMask ${mask} 0 R`, colours);
    const name = `E${this.resources.length}`;
    this.resources.push([name, id]);
    return name;
  }
}
