import { deflateSync } from "node:zlib";
import type { Picture } from "../../pictures/png.ts";
import { ContentStream, rounded } from "../../typesetting/content-stream.ts";
import { embeddedFont, FONT_DEFAULTS } from "../../typesetting/embedded-font.ts";
import { EmojiPictures } from "../../typesetting/emoji-pictures.ts";
import { hanVariantOf, mainFace } from "../../typesetting/faces.ts";
import { GlyphCache, type UsedFace } from "../../typesetting/glyph-cache.ts";
import { LineWriter } from "../../typesetting/line-writer.ts";
import { Typesetter } from "../../typesetting/typesetter.ts";
import type { Budget } from "../budget.ts";
import { printNumber } from "../contents/print.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../objects.ts";
import type { Stamp } from "./placement.ts";

/** How a label looks. */
export interface LabelStyle {
  /** Points. */
  readonly fontSize: number;
  /** Red, green and blue, 0 to 1 each. */
  readonly colour: readonly [number, number, number];
  /** Where the shorter lines of a label with several lines begin. */
  readonly align: "left" | "center" | "right";
}

const LINE_HEIGHT_EM = 1.25;
/** How far glyphs may reach beyond the box of their lines. */
const OVERHANG_EM = 0.5;
/** Work for one character, in units of the budget. */
const CHARACTER_COST = 8;

const deflated = (entries: Readonly<Record<string, Value>>, data: Uint8Array): Ref =>
  new Ref(new Stream(makeDict({ ...entries, Filter: new Name("FlateDecode") }), deflateSync(data)));

const fontObject = (used: UsedFace, number: number): Ref => {
  const { name, program, toUnicode, widths, boundingBox, ascent, descent } = embeddedFont(used, number);
  const { DW, ...defaults } = FONT_DEFAULTS;
  const descriptor = makeDict({
    Type: new Name("FontDescriptor"),
    FontName: new Name(name),
    ...defaults,
    FontBBox: [...boundingBox],
    Ascent: ascent,
    Descent: descent,
    FontFile2: deflated({ Length1: program.length }, program),
  });
  const system = { Registry: Buffer.from("Adobe"), Ordering: Buffer.from("Identity"), Supplement: 0 };
  const descendant = makeDict({
    Type: new Name("Font"),
    Subtype: new Name("CIDFontType2"),
    BaseFont: new Name(name),
    CIDSystemInfo: makeDict(system),
    FontDescriptor: new Ref(descriptor),
    DW,
    W: widths.flatMap(([glyph, width]): Value[] => [glyph, [width]]),
    CIDToGIDMap: new Name("Identity"),
  });
  return new Ref(
    makeDict({
      Type: new Name("Font"),
      Subtype: new Name("Type0"),
      BaseFont: new Name(name),
      Encoding: new Name("Identity-H"),
      DescendantFonts: [new Ref(descendant)],
      ToUnicode: deflated({}, toUnicode),
    }),
  );
};

const pictureObject = ({ width, height, colours, opacity }: Picture): Ref => {
  const shape = {
    Type: new Name("XObject"),
    Subtype: new Name("Image"),
    Width: width,
    Height: height,
    BitsPerComponent: 8,
  };
  const mask = deflated({ ...shape, ColorSpace: new Name("DeviceGray") }, opacity);
  return deflated({ ...shape, ColorSpace: new Name("DeviceRGB"), SMask: mask }, colours);
};

const isGrey = ([red, green, blue]: LabelStyle["colour"]): boolean => red === green && green === blue;

/** The operator that sets the fill colour. Greys need no colour space of three components. */
const fillOperator = (colour: LabelStyle["colour"]): string =>
  isGrey(colour)
    ? `${printNumber(colour[0], 3)} g `
    : `${colour.map((component) => printNumber(component, 3)).join(" ")} rg `;

/** The labels of a document. One class, because they share their fonts, which are complete when the last label is made. */
export class Labels {
  readonly #style: LabelStyle;
  readonly #budget: Budget;
  readonly #glyphCache: GlyphCache;
  readonly #typesetter: Typesetter;
  readonly #emoji = new EmojiPictures(pictureObject);
  readonly #resources: Dict = new Map();
  readonly #resourcesRef = new Ref(this.#resources);
  readonly #made = new Map<string, Stamp>();

  /** `sample` is a text from which the regional form of Han characters is chosen. */
  constructor(sample: string, style: LabelStyle, budget: Budget) {
    this.#style = style;
    this.#budget = budget;
    this.#glyphCache = new GlyphCache(hanVariantOf(sample));
    this.#typesetter = new Typesetter(this.#glyphCache);
  }

  /** Whether the labels have no colours, so that they fit any output intent. */
  get areGrey(): boolean {
    return isGrey(this.#style.colour) && this.#emoji.resources.length === 0;
  }

  /** A text of one or several lines as a stamp; the same text gives the same one. */
  of(text: string): Stamp {
    const known = this.#made.get(text) ?? this.#make(text);
    this.#made.set(text, known);
    return known;
  }

  /** Adds the fonts and pictures to the labels. */
  finish(): void {
    const { used, invisible } = this.#glyphCache;
    const fonts = [...used.filter(({ face, shown }) => !face.isEmojiFont && shown.size > 0), invisible].filter(
      ({ shown }) => shown.size > 0,
    );
    const entries = fonts.map((font, at) => [font.resource, fontObject(font, at)] as const);
    this.#resources.set("Font", new Map(entries));
    if (this.#emoji.resources.length > 0) this.#resources.set("XObject", new Map(this.#emoji.resources));
  }

  #make(text: string): Stamp {
    this.#budget.spendValues(CHARACTER_COST * (1 + text.length));
    const { fontSize, colour, align } = this.#style;
    const content = new ContentStream(256);
    const lines = new LineWriter({ content, glyphCache: this.#glyphCache, emoji: this.#emoji, fontSize });
    const paragraphs = text.split("\n");
    const widths = paragraphs.map((line) => this.#typesetter.measure(line, "regular").whole);
    const width = (Math.max(...widths) * fontSize) / 1000;
    const { ascent, descent } = mainFace("regular");
    const height = (paragraphs.length - 1) * LINE_HEIGHT_EM * fontSize + ((ascent - descent) * fontSize) / 1000;
    content.write(fillOperator(colour));
    content.beginText();
    for (const [at, paragraph] of paragraphs.entries()) {
      const { cells, glyphs } = this.#typesetter.typeset([paragraph], [0], [Number.POSITIVE_INFINITY], "regular");
      const [line] = cells[0] ?? [];
      if (line === undefined) continue;
      const room = width - (line.width * fontSize) / 1000;
      const x = align === "left" ? 0 : align === "right" ? room : room / 2;
      lines.show(line, glyphs, x, height - (ascent * fontSize) / 1000 - at * LINE_HEIGHT_EM * fontSize);
    }
    content.endText();
    content.write(lines.takePictures());
    const overhang = OVERHANG_EM * fontSize;
    const dict = makeDict({
      Type: new Name("XObject"),
      Subtype: new Name("Form"),
      BBox: [-overhang, -overhang, width + overhang, height + overhang].map(rounded),
      Resources: this.#resourcesRef,
    });
    return { form: new Ref(new Stream(dict, Buffer.from(content.bytes))), width, height };
  }
}
