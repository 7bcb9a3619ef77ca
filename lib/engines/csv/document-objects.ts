import { pdfDate } from "../../pdf/date.ts";
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

/** The title of a document, and the moment (s since 1970) at which it counts as made. */
export interface DocumentInformation {
  readonly title: string;
  readonly created?: number | undefined;
}

/** Writes the objects that follow all pages: fonts, page tree, structure tree, catalog and information dictionary. */
export const writeDocumentObjects = (
  file: PdfFile,
  { title, created }: DocumentInformation,
  { pages, glyphCache, emoji, structure }: DocumentParts,
): { catalog: number; info: number } => {
  const { used, invisible } = glyphCache;
  const fonts = [...used.filter(({ face }) => !face.isEmojiFont), ...(invisible.shown.size > 0 ? [invisible] : [])];
  const resources = fonts.map(({ resource }) => [resource, file.reserve()] as const);
  const pageTree = pages.finish(new ContentStream(), resources, emoji.resources);
  for (const [at, [, id]] of resources.entries()) writeFont(file, id, fonts[at]!, at);
  const structureEntries = structure?.write(file, pages.ids) ?? "";
  const [catalog, info] = [file.reserve(), file.reserve()];
  const entries = `/Pages ${pageTree} 0 R/ViewerPreferences<</DisplayDocTitle true>>${structureEntries}`;
  file.object(catalog, `<</Type/Catalog${entries}>>`);
  const date = created === undefined ? "" : `/CreationDate(${pdfDate(created)})`;
  file.object(info, `<</Title ${textString(title)}/Creator(Platen)/Producer(Platen)${date}>>`);
  return { catalog, info };
};
