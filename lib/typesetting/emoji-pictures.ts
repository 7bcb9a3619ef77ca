import { type RgbaPicture, readPng } from "../pictures/png.ts";
import type { Face } from "./faces.ts";
import { emojiPng } from "./shaping.ts";

/** The emoji of a document. Each is written once, as an image object. */
export class EmojiPictures<ImageObject> {
  readonly #write: (picture: RgbaPicture) => ImageObject;
  readonly #names = new Map<number, string | undefined>();
  /** The image objects with their resource names. */
  readonly resources: (readonly [name: string, image: ImageObject])[] = [];

  /** `write` writes a picture as an image object of the document. */
  constructor(write: (picture: RgbaPicture) => ImageObject) {
    this.#write = write;
  }

  /** The resource name of an emoji's image; undefined if the font has no image of it. */
  nameOf(face: Face, glyph: number): string | undefined {
    if (!this.#names.has(glyph)) this.#names.set(glyph, this.#add(face, glyph));
    return this.#names.get(glyph);
  }

  #add(face: Face, glyph: number): string | undefined {
    const png = emojiPng(face, glyph);
    const picture = png && readPng(Buffer.from(png));
    if (picture === undefined) return undefined;
    const name = `E${this.resources.length}`;
    this.resources.push([name, this.#write(picture)]);
    return name;
  }
}
