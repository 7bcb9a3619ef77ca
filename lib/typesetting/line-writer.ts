import { type ContentStream, rounded } from "./content-stream.ts";
import type { EmojiPictures } from "./emoji-pictures.ts";
import type { Face } from "./faces.ts";
import type { GlyphArrays, GlyphCache } from "./glyph-cache.ts";
import type { PlacedGlyph, ShapedLine } from "./shaping.ts";
import type { TextLine } from "./typesetter.ts";

const EMOJI_SIZE_EM = 1.17;
/** The share of an emoji's picture that lies below the baseline. */
const EMOJI_DESCENT_SHARE = 0.2;

interface LineWriterParts {
  readonly content: ContentStream;
  readonly glyphCache: GlyphCache;
  readonly emoji: Pick<EmojiPictures<unknown>, "nameOf">;
  /** Points. */
  readonly fontSize: number;
}

/** Shows typeset lines in a content stream. One class, because pictures are drawn after the text that they belong to. */
export class LineWriter {
  readonly #content: ContentStream;
  readonly #glyphCache: GlyphCache;
  readonly #emoji: LineWriterParts["emoji"];
  readonly #fontSize: number;
  #pictures = "";

  constructor({ content, glyphCache, emoji, fontSize }: LineWriterParts) {
    this.#content = content;
    this.#glyphCache = glyphCache;
    this.#emoji = emoji;
    this.#fontSize = fontSize;
  }

  /** Shows a line whose glyphs are in these arrays, with its baseline at a point. */
  show(line: TextLine, glyphs: GlyphArrays, x: number, y: number): void {
    if (line.shaped !== undefined) {
      this.#showShaped(line.shaped, x, y);
      return;
    }
    this.#content.moveTo(x, y);
    if (line.simple === undefined) this.#content.showGlyphs(glyphs, line.from, line.to, this.#fontSize);
    else this.#content.showSimple(line.simple.text, line.simple.glyphs, this.#fontSize);
  }

  /** The operators that draw the pictures of the lines since the last call: a text object cannot contain pictures. */
  takePictures(): string {
    const pictures = this.#pictures;
    this.#pictures = "";
    return pictures;
  }

  /** Shows a shaped line, with the text of the glyphs that HarfBuzz has moved and joined (ISO 32000-2, 14.9.4). */
  #showShaped({ glyphs, actualTexts }: ShapedLine, x: number, y: number): void {
    let next = 0;
    glyphs.forEach((placed, index) => {
      const span = actualTexts[next];
      if (span?.from === index) {
        const text = Buffer.from(span.text, "utf16le").swap16().toString("hex");
        this.#content.write(`/Span <</ActualText <feff${text}>>> BDC `);
      }
      this.#showPlaced(placed, x, y);
      if (span?.to === index + 1) {
        this.#content.write("EMC ");
        next++;
      }
    });
  }

  #showPlaced({ face: number, glyph, x, y }: PlacedGlyph, left: number, baseline: number): void {
    const size = this.#fontSize;
    const { face, shown } = this.#glyphCache.usedFace(number);
    const [glyphX, glyphY] = [left + (x * size) / 1000, baseline + (y * size) / 1000];
    this.#content.moveTo(glyphX, glyphY);
    if (face.isEmojiFont) {
      this.#addPicture(face, glyph, glyphX, glyphY);
      const code = this.#glyphCache.invisibleCode(shown.get(glyph) ?? "");
      this.#content.showInvisible(code, this.#glyphCache.invisible, size);
      return;
    }
    this.#content.showGlyphs({ face: Uint8Array.of(number), glyph: Uint16Array.of(glyph) }, 0, 1, size);
  }

  #addPicture(face: Face, glyph: number, x: number, y: number): void {
    const name = this.#emoji.nameOf(face, glyph);
    if (name === undefined) return;
    const size = this.#fontSize * EMOJI_SIZE_EM;
    this.#pictures += `q ${rounded(size)} 0 0 ${rounded(size)} ${rounded(x)} ${rounded(y - size * EMOJI_DESCENT_SHARE)} cm /${name} Do Q\n`;
  }
}
