import { pdfDate } from "../../pdf/strings.ts";
import type { DocumentProperties } from "../page-setup.ts";
import { ContentStream } from "./content-stream.ts";
import type { EmojiPictures } from "./emoji-pictures.ts";
import type { GlyphCache, UsedFace } from "./glyph-cache.ts";
import type { Pages } from "./pages.ts";
import type { PdfFile } from "./pdf-file.ts";
import type { StructureTree } from "./structure-tree.ts";

const hex = (value: number): string => value.toString(16).padStart(4, "0");

const utf16Hex = (text: string): string => {
  let digits = "";
  for (let at = 0; at < text.length; at++) digits += hex(text.charCodeAt(at));
  return digits;
};

/** A ToUnicode CMap, which maps glyphs to their text (ISO 32000-2, 9.10.3). */
const toUnicode = (shown: readonly (readonly [number, string])[]): string => {
  const blocks: string[] = [];
  for (let at = 0; at < shown.length; at += 100) {
    const rows = shown.slice(at, at + 100).map(([glyph, text]) => `<${hex(glyph)}><${utf16Hex(text)}>`);
    blocks.push(`${rows.length} beginbfchar\n${rows.join("\n")}\nendbfchar\n`);
  }
  return (
    "/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/Platen def/CMapType 2 def\n" +
    `1 begincodespacerange<0000><ffff>endcodespacerange\n${blocks.join("")}` +
    "endcmap CMapName currentdict/CMap defineresource pop end end"
  );
};

/** The six letters that distinguish a font subset (ISO 32000-2, 9.9.2). */
const subsetTag = (number: number): string =>
  Array.from({ length: 6 }, (_, place) => String.fromCharCode(65 + (Math.floor(number / 26 ** (5 - place)) % 26))).join(
    "",
  );

/** Writes a face, with the glyphs that are shown, as a composite font (ISO 32000-2, 9.7) under an object's number. */
const writeFont = (file: PdfFile, id: number, { face, shown }: UsedFace, number: number): void => {
  const [descendant, descriptor, program, text] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()];
  const glyphs = [...shown].sort(([a], [b]) => a - b);
  const subset = face.subset(glyphs.map(([glyph]) => glyph));
  const name = `${subsetTag(number)}+${face.name.replace(/[^A-Za-z0-9-]/g, "")}`;
  const widths = glyphs.map(([glyph]) => `${glyph}[${face.widthOf(glyph)}]`).join("");
  file.stream(program, `/Length1 ${subset.length}`, subset);
  file.stream(text, "", Buffer.from(toUnicode(glyphs), "latin1"));
  file.object(
    descriptor,
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${face.boundingBox.join(" ")}]/ItalicAngle 0` +
      `/Ascent ${face.ascent}/Descent ${face.descent}/CapHeight 714/StemV 80/FontFile2 ${program} 0 R>>`,
  );
  file.object(
    descendant,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor} 0 R/DW 600/W[${widths}]/CIDToGIDMap/Identity>>`,
  );
  file.object(
    id,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${text} 0 R>>`,
  );
};

/** A text string in UTF-16 (ISO 32000-2, 7.9.2.2), in hexadecimal form. */
const textString = (text: string): string => `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

interface DocumentParts {
  readonly pages: Pages;
  readonly glyphCache: GlyphCache;
  readonly emoji: EmojiPictures;
  readonly structure: StructureTree | undefined;
}

/** What a document says of itself: its properties, and the moment (s since 1970) at which it counts as made. */
interface DocumentInformation {
  readonly title: string;
  readonly created?: number | undefined;
  /** An author, a language, and a title that takes the place of the other one. */
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
  file: PdfFile,
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
