import type { RgbaPicture } from "../../pictures/png.ts";
import { type EmbeddedFont, FONT_DEFAULTS } from "../../typesetting/embedded-font.ts";
import type { LabelStyle, LabelTypesetter } from "../../typesetting/labels.ts";
import { deflateSync } from "../../zlib.ts";
import type { Budget } from "../budget.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../objects.ts";
import type { Stamp } from "./placement.ts";

/** Work for one character, in units of the budget. */
const CHARACTER_COST = 8;

const deflated = (entries: Readonly<Record<string, Value>>, data: Uint8Array): Ref =>
  new Ref(new Stream(makeDict({ ...entries, Filter: new Name("FlateDecode") }), deflateSync(data)));

const fontObject = ({ name, program, toUnicode, widths, boundingBox, ascent, descent }: EmbeddedFont): Ref => {
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

const pictureObject = ({ width, height, colours, opacity }: RgbaPicture): Ref => {
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

/** The labels of a document. One class, because they share their fonts, which are complete when the last label is made. */
export class Labels {
  readonly #typesetter: LabelTypesetter;
  readonly #budget: Budget;
  readonly #resources: Dict = new Map();
  readonly #resourcesRef = new Ref(this.#resources);
  readonly #made = new Map<string, Stamp>();

  constructor(typesetter: LabelTypesetter, budget: Budget) {
    this.#typesetter = typesetter;
    this.#budget = budget;
  }

  /** A text of one or several lines as a stamp; the same text makes the same one. */
  of(text: string): Stamp {
    const known = this.#made.get(text) ?? this.#make(text);
    this.#made.set(text, known);
    return known;
  }

  /** Adds the fonts and pictures to the labels. */
  finish(): void {
    const { fonts, pictures } = this.#typesetter;
    this.#resources.set("Font", new Map(fonts.map(([name, font]) => [name, fontObject(font)])));
    if (pictures.length === 0) return;
    this.#resources.set("XObject", new Map(pictures.map(([name, picture]) => [name, pictureObject(picture)])));
  }

  #make(text: string): Stamp {
    this.#budget.spendValues(CHARACTER_COST * (1 + text.length));
    const { content, width, height, box } = this.#typesetter.set(text);
    const dict = makeDict({
      Type: new Name("XObject"),
      Subtype: new Name("Form"),
      BBox: [...box],
      Resources: this.#resourcesRef,
    });
    return { form: new Ref(new Stream(dict, content)), width, height };
  }
}

/** Loads what labels are typeset with: in a module of its own, so that it costs nothing if no text is drawn. */
export const loadLabelTypesetter = async (sample: string, style: LabelStyle): Promise<LabelTypesetter> => {
  const { href } = new URL("../../typesetting/labels.ts", import.meta.url);
  const module = (await import(href)) as typeof import("../../typesetting/labels.ts");
  return new module.LabelTypesetter(sample, style);
};
