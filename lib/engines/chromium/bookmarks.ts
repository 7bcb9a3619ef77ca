import { readLiteralString, textOfString } from "../../pdf/strings.ts";
import { correctTitles } from "./outline-titles.ts";
import { hexString, numberAfter, type Replacement, type SkiaFile } from "./skia-file.ts";

const LESS_THAN = "<".charCodeAt(0);

/** A bookmark that Skia has written. */
interface SkiaBookmark {
  readonly number: number;
  readonly title: string;
  /** The dictionary with another title. */
  readonly titled: (title: string) => string;
}

const TITLE = "<</Title ";

/** The bookmark in a dictionary that begins with its title; undefined for another dictionary. */
const bookmarkIn = (pdf: Buffer, number: number, start: number): SkiaBookmark | undefined => {
  if (pdf.toString("latin1", start, start + TITLE.length) !== TITLE) return undefined;
  const from = start + TITLE.length;
  const isHex = pdf[from] === LESS_THAN;
  const closing = pdf.indexOf(">", from);
  const { value, next } = isHex
    ? { value: Buffer.from(pdf.toString("latin1", from + 1, closing), "hex"), next: closing + 1 }
    : readLiteralString(pdf, from + 1, pdf.length);
  const rest = pdf.toString("latin1", next, pdf.indexOf("endobj", next)).trimEnd();
  return { number, title: textOfString(value), titled: (title) => `${TITLE}${hexString(title)}${rest}` };
};

/** The bookmarks of a file in their order. */
const bookmarksOf = (pdf: Buffer, { root, size, dictionaryOf }: SkiaFile): SkiaBookmark[] => {
  const bookmarks: SkiaBookmark[] = [];
  const waiting = [numberAfter(dictionaryOf(root), /\/Outlines (\d+) 0 R/)];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (!(number < size) || bookmarks.length > size) continue;
    const dictionary = dictionaryOf(number);
    const bookmark = bookmarkIn(pdf, number, dictionary.byteOffset - pdf.byteOffset);
    if (bookmark !== undefined) bookmarks.push(bookmark);
    const links = bookmark === undefined ? dictionary : Buffer.from(bookmark.titled(""), "latin1");
    waiting.push(numberAfter(links, /\/Next (\d+) 0 R/), numberAfter(links, /\/First (\d+) 0 R/));
  }
  return bookmarks;
};

/** The bookmarks of a file whose titles are not the texts of their headings, with these texts. */
export const bookmarkObjects = (pdf: Buffer, file: SkiaFile, headings: readonly string[]): Replacement[] => {
  const bookmarks = bookmarksOf(pdf, file);
  const corrected = correctTitles(
    bookmarks.map(({ title }) => title),
    headings,
  );
  return bookmarks.flatMap(({ number, title, titled }, at): Replacement[] => {
    const other = corrected[at];
    return other === undefined || other === title ? [] : [[number, titled(other)]];
  });
};
