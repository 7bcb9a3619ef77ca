import { pdfDate } from "../../pdf/strings.ts";
import type { RgbaPicture } from "../../pictures/png.ts";
import { ContentStream } from "../../typesetting/content-stream.ts";
import { embeddedFont, FONT_DEFAULTS } from "../../typesetting/embedded-font.ts";
import type { EmojiPictures } from "../../typesetting/emoji-pictures.ts";
import type { GlyphCache, UsedFace } from "../../typesetting/glyph-cache.ts";
import type { DocumentProperties } from "../page-setup.ts";
import type { Pages } from "./pages.ts";
import type { PdfFileWriter } from "./pdf-file.ts";
import type { StructureTree } from "./structure-tree.ts";

/** Writes a face, with the glyphs that are shown, as a composite font (ISO 32000-2, 9.7) under an object's number. */
const writeFont = (file: PdfFileWriter, id: number, used: UsedFace, number: number): void => {
  const [descendant, descriptor, program, text] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()];
  const font = embeddedFont(used, number);
  const { Flags, ItalicAngle, CapHeight, StemV, DW } = FONT_DEFAULTS;
  const { name } = font;
  const widths = font.widths.map(([glyph, width]) => `${glyph}[${width}]`).join("");
  file.stream(program, `/Length1 ${font.program.length}`, font.program);
  file.stream(text, "", font.toUnicode);
  file.object(
    descriptor,
    `<</Type/FontDescriptor/FontName/${name}/Flags ${Flags}/FontBBox[${font.boundingBox.join(" ")}]/ItalicAngle ${ItalicAngle}` +
      `/Ascent ${font.ascent}/Descent ${font.descent}/CapHeight ${CapHeight}/StemV ${StemV}/FontFile2 ${program} 0 R>>`,
  );
  file.object(
    descendant,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor} 0 R/DW ${DW}/W[${widths}]/CIDToGIDMap/Identity>>`,
  );
  file.object(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${text} 0 R>>`,
  );
};

/** Writes a picture as an image object (ISO 32000-2, 8.9.5), and returns its number. */
export const writePicture = (file: PdfFileWriter, { width, height, colours, opacity }: RgbaPicture): number => {
  const [id, mask] = [file.reserve(), file.reserve()];
  const shape = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`;
  file.stream(mask, `${shape}/ColorSpace/DeviceGray`, opacity);
  file.stream(id, `${shape}/ColorSpace/DeviceRGB/SMask ${mask} 0 R`, colours);
  return id;
};

/** A text string in UTF-16 (ISO 32000-2, 7.9.2.2), in hexadecimal form. */
const textString = (text: string): string => `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

interface DocumentParts {
  readonly pages: Pages;
  readonly glyphCache: GlyphCache;
  readonly emoji: EmojiPictures<number>;
  readonly structure: StructureTree | undefined;
}

/** What a document says of itself: its properties, and the moment (s since 1970) at which it counts as made. */
interface DocumentInformation {
  readonly title: string;
  readonly created?: number | undefined;
  /** An author, a language, and a title that replaces the default one. */
  readonly pageSetup: DocumentProperties;
}

/** The entries of the information dictionary (ISO 32000-2, 14.3.3). */
const informationEntries = ({ title, created, pageSetup }: DocumentInformation): string =>
  [
    `/Title ${textString(pageSetup.title ?? title)}`,
    pageSetup.author === undefined ? "" : `/Author ${textString(pageSetup.author)}`,
    "/Creator(Platen)/Producer(Platen)",
    created === undefined ? "" : `/CreationDate(${pdfDate(created)})`,
  ].join("");

/** Writes the objects that follow all pages: fonts, page tree, structure tree, catalog and information dictionary. */
export const writeDocumentObjects = (
  file: PdfFileWriter,
  information: DocumentInformation,
  { pages, glyphCache, emoji, structure }: DocumentParts,
): { catalog: number; info: number } => {
  const { used, invisible } = glyphCache;
  const fonts = [...used.filter(({ face }) => !face.isEmojiFont), ...(invisible.shown.size > 0 ? [invisible] : [])];
  const written = fonts.map((font) => ({ font, id: file.reserve() }));
  const resources = written.map(({ font, id }) => [font.resource, id] as const);
  const pageTree = pages.finish(new ContentStream(), resources, emoji.resources);
  for (const [at, { font, id }] of written.entries()) writeFont(file, id, font, at);
  const structureEntries = structure?.write(file, pages.ids) ?? "";
  const [catalog, info] = [file.reserve(), file.reserve()];
  const { lang } = information.pageSetup;
  const language = lang === undefined ? "" : `/Lang ${textString(lang)}`;
  const entries = `/Pages ${pageTree} 0 R/ViewerPreferences<</DisplayDocTitle true>>${language}${structureEntries}`;
  file.object(catalog, `<</Type/Catalog${entries}>>`);
  file.object(info, `<<${informationEntries(information)}>>`);
  return { catalog, info };
};
