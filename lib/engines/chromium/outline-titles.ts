/**
 * Chromium collects the title of a bookmark while it paints the heading: lines come without a space between them, and a
 * heading that moves to the next page, or its first lines, are painted and counted twice.
 */

/** What may differ between a heading and its bookmark: white space, and hyphens at the ends of lines. */
const IGNORED = /[\s\p{Cf}\u2010-]+/gu;

/** A bookmark's title has each character of its heading at most so often. */
const REPETITIONS_LIMIT = 4;

/** Headings that are printed nowhere have no bookmark. More of them in a row are not passed over. */
const UNPRINTED_LIMIT = 50;

/** The characters of a text in an order of their own, because Chromium paints the words of right-to-left text in reverse. */
const charactersOf = (text: string): string[] => [...text.replace(IGNORED, "")].sort();

interface Counted {
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

const counted = (characters: readonly string[]): Counted => {
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  return { length: characters.length, counts };
};

/** Whether a title consists of a heading's characters alone, and has all of them, some more than once. */
const isRepetition = (title: Counted, heading: Counted): boolean => {
  if (title.length <= heading.length || title.length > heading.length * REPETITIONS_LIMIT) return false;
  if (title.counts.size !== heading.counts.size) return false;
  for (const [character, count] of title.counts)
    if (count < (heading.counts.get(character) ?? Number.POSITIVE_INFINITY)) return false;
  return true;
};

/** The headings of a document with the characters of each. */
interface IndexedHeadings {
  readonly keys: readonly string[];
  readonly counts: readonly Counted[];
  /** The place of the first heading with each key. */
  readonly byKey: ReadonlyMap<string, number>;
}

const indexed = (headings: readonly string[]): IndexedHeadings => {
  const characters = headings.map(charactersOf);
  const keys = characters.map((each) => each.join(""));
  const byKey = new Map(keys.map((key, at) => [key, at] as const).reverse());
  return { keys, counts: characters.map(counted), byKey };
};

/** The place of the heading that a title belongs to, from the place where the next one is due; undefined if there is none. */
const placeOf = (title: string, { keys, counts, byKey }: IndexedHeadings, due: number): number | undefined => {
  const own = charactersOf(title);
  const key = own.join("");
  const near = Array.from({ length: Math.min(UNPRINTED_LIMIT, keys.length - due) }, (_, step) => due + step);
  const found = near.find((at) => keys[at] === key) ?? byKey.get(key);
  if (found !== undefined) return found;
  const inTitle = counted(own);
  return near.find((at) => {
    const inHeading = counts[at];
    return inHeading !== undefined && isRepetition(inTitle, inHeading);
  });
};

/** Titles of bookmarks, in their order, by the texts of the document's headings. A title without its heading stays as it is. */
export const correctTitles = (titles: readonly string[], headings: readonly string[]): string[] => {
  let index: IndexedHeadings | undefined;
  let due = 0;
  return titles.map((title) => {
    if (headings[due] === title) {
      due++;
      return title;
    }
    index ??= indexed(headings);
    const place = placeOf(title, index, due);
    if (place === undefined) return title;
    // A heading far away has the same text, but its bookmark is another one.
    if (place >= due && place < due + UNPRINTED_LIMIT) due = place + 1;
    return headings[place] ?? title;
  });
};
