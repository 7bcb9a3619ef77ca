import type { RgbaPicture } from "../pictures/png.ts";
import { ContentStream, rounded } from "./content-stream.ts";
import { type EmbeddedFont, embeddedFont } from "./embedded-font.ts";
import { EmojiPictures } from "./emoji-pictures.ts";
import { hanVariantOf, mainFace } from "./faces.ts";
import { GlyphCache } from "./glyph-cache.ts";
import { LineWriter } from "./line-writer.ts";
import { type TextColumn, Typesetter } from "./typesetter.ts";

/** How a label looks. */
export interface LabelStyle {
  /** Points. */
  readonly fontSize: number;
  /** Red, green and blue, 0 to 1 each. */
  readonly colour: readonly [number, number, number];
  /** Where the shorter lines of a label with several lines begin. */
  readonly align: "left" | "center" | "right";
}

/** The content stream of a label, which shows it from the origin to this width and height; glyphs may reach out of `box`. */
interface Label {
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly box: readonly number[];
}

const LINE_HEIGHT_EM = 1.25;
/** A label is one cell, which is not broken. */
const WHOLE_LINE: TextColumn = { column: 0, width: Number.POSITIVE_INFINITY };
/** How far glyphs may reach beyond the box of their lines. */
const OVERHANG_EM = 0.5;

const isGrey = ([red, green, blue]: LabelStyle["colour"]): boolean => red === green && green === blue;

/** The operator that sets the fill colour. Greys need no colour space of three components. */
const fillOperator = (colour: LabelStyle["colour"]): string =>
  isGrey(colour) ? `${rounded(colour[0])} g ` : `${colour.map((component) => rounded(component)).join(" ")} rg `;

/**
 * Typesets the labels of a document, which share their fonts. This module is loaded only by what needs it, because it brings
 * fonts and HarfBuzz with it.
 */
export class LabelTypesetter {
  readonly #style: LabelStyle;
  readonly #glyphCache: GlyphCache;
  readonly #typesetter: Typesetter;
  readonly #emoji = new EmojiPictures((picture) => picture);

  /** `sample` is a text from which the regional form of Han characters is chosen. */
  constructor(sample: string, style: LabelStyle) {
    this.#style = style;
    this.#glyphCache = new GlyphCache(hanVariantOf(sample));
    this.#typesetter = new Typesetter(this.#glyphCache);
  }

  /** Whether the labels so far have no colours, so that they fit any output intent. */
  get areGrey(): boolean {
    return isGrey(this.#style.colour) && this.#emoji.resources.length === 0;
  }

  /** The fonts of the labels so far, with their resource names. */
  get fonts(): readonly (readonly [name: string, font: EmbeddedFont])[] {
    const { used, invisible } = this.#glyphCache;
    const shown = [...used.filter(({ face }) => !face.isEmojiFont), invisible].filter((font) => font.shown.size > 0);
    return shown.map((font, at) => [font.resource, embeddedFont(font, at)]);
  }

  /** The pictures of emoji in the labels so far, with their resource names. */
  get pictures(): readonly (readonly [name: string, picture: RgbaPicture])[] {
    return this.#emoji.resources;
  }

  /** A text of one or several lines. */
  set(text: string): Label {
    const { fontSize, colour, align } = this.#style;
    const content = new ContentStream(256);
    const writer = new LineWriter({ content, glyphCache: this.#glyphCache, emoji: this.#emoji, fontSize });
    const lines = text.split("\n");
    const width = (Math.max(...lines.map((line) => this.#typesetter.measure(line, "regular").whole)) * fontSize) / 1000;
    const { ascent, descent } = mainFace("regular");
    const height = (lines.length - 1) * LINE_HEIGHT_EM * fontSize + ((ascent - descent) * fontSize) / 1000;
    content.write(fillOperator(colour));
    content.beginText();
    for (const [at, line] of lines.entries()) {
      const { cells, glyphs } = this.#typesetter.typeset([line], [WHOLE_LINE], "regular");
      const [typeset] = cells[0] ?? [];
      if (typeset === undefined) continue;
      const room = width - (typeset.width * fontSize) / 1000;
      const x = align === "left" ? 0 : align === "right" ? room : room / 2;
      writer.show(typeset, glyphs, x, height - (ascent * fontSize) / 1000 - at * LINE_HEIGHT_EM * fontSize);
    }
    content.endText();
    content.write(writer.takePictures());
    const overhang = OVERHANG_EM * fontSize;
    const box = [-overhang, -overhang, width + overhang, height + overhang].map(rounded);
    return { content: Buffer.from(content.bytes), width, height, box };
  }
}
