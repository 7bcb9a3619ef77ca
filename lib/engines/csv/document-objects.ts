import { pdfDate } from "../../pdf/strings.ts";
import type { DocumentProperties } from "../page-setup.ts";
import { ContentStream } from "./content-stream.ts";
import type { EmojiPictures } from "./emoji-pictures.ts";
import { writeFont } from "./font-objects.ts";
import type { GlyphCache } from "./glyph-cache.ts";
import type { Pages } from "./pages.ts";
import type { PdfFile } from "./pdf-file.ts";
import type { StructureTree } from "./structure-tree.ts";

/** A text string in UTF-16 (ISO 32000-2, 7.9.2.2), in hexadecimal form. */
const textString = (text: string): string => `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;

/** The parts of a finished document. */
export interface DocumentParts {
  readonly pages: Pages;
  readonly glyphCache: GlyphCache;
  readonly emoji: EmojiPictures;
  readonly structure: StructureTree | undefined;
}

/** What a document says of itself: its properties, and the moment (s since 1970) at which it counts as made. */
export interface DocumentInformation {
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
  const resources = fonts.map(({ resource }) => [resource, file.reserve()] as const);
  const pageTree = pages.finish(new ContentStream(), resources, emoji.resources);
  for (const [at, [, id]] of resources.entries()) writeFont(file, id, fonts[at]!, at);
  const structureEntries = structure?.write(file, pages.ids) ?? "";
  const [catalog, info] = [file.reserve(), file.reserve()];
  const { lang } = information.pageSetup;
  const language = lang === undefined ? "" : `/Lang ${textString(lang)}`;
  const entries = `/Pages ${pageTree} 0 R/ViewerPreferences<</DisplayDocTitle true>>${language}${structureEntries}`;
  file.object(catalog, `<</Type/Catalog${entries}>>`);
  file.object(info, `<<${informationEntries(information)}>>`);
  return { catalog, info };
};
