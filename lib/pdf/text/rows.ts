import { type Band, columnOf, columnsOf, type Section } from "./bands.ts";
import { linesOf } from "./lines.ts";
import type { Word } from "./words.ts";

/** A table has more moves from column to column than this for each of its lines. */
const ROW_MOVES_MIN_SHARE = 0.5;
/** Lines that a row of a table has at most; content that moves further is out of order. */
const ROW_LIMIT_BANDS = 8;
/** Lines of running text have more characters. */
const PROSE_MIN_LETTERS = 15;
/** The share of lines of running text that begin with a small letter is larger. */
const PROSE_MIN_SHARE = 0.35;
const PROSE_MIN_LINES = 5;
/** Letters of a number or bullet of a list. */
const MARKER_LIMIT_LETTERS = 5;
const MARKER_LIMIT_WIDTH = 3.5;

const startsSmall = /^\p{Ll}/u;

/** How the order of the content moves through a section. */
interface Moves {
  /** How often each cut between two bands is crossed: once if all above it comes before all below it. */
  readonly crossings: readonly number[];
  /** Whether it moves to another column of the same band again and again, as in tables. */
  readonly followsRows: boolean;
}

interface Place {
  readonly order: number;
  readonly band: number;
  readonly column: number;
}

/** The places without those of a footer that the content begins with, and of a header that it ends with. */
const withoutMargins = (places: readonly Place[], bands: readonly Band[]): readonly Place[] => {
  const [first, last] = [bands[0]?.words.length ?? 0, bands.at(-1)?.words.length ?? 0];
  const hasFooter = places.slice(0, last).every(({ band }) => band === bands.length - 1);
  const hasHeader = places.slice(-first).every(({ band }) => band === 0);
  return places.slice(hasFooter ? last : 0, hasHeader ? -first : undefined);
};

const movesIn = ({ bands, gutters }: Section): Moves => {
  const all: Place[] = [];
  for (const [band, { words }] of bands.entries())
    for (const word of words) all.push({ order: word.order, band, column: columnOf(word, gutters) });
  const places = withoutMargins(
    all.sort((one, other) => one.order - other.order),
    bands,
  );
  let rowMoves = 0;
  let last = places[0];
  for (const place of places) {
    if (last?.band === place.band && last.column !== place.column) rowMoves++;
    last = place;
  }
  const followsRows = rowMoves >= ROW_MOVES_MIN_SHARE * bands.length;
  const changes: number[] = Array(bands.length + 1).fill(0);
  let before = places[0]?.band ?? 0;
  for (const { band } of places) {
    const first = Math.min(before, band);
    const second = Math.max(before, band);
    before = band;
    if (followsRows && second - first > ROW_LIMIT_BANDS) continue;
    changes[first]!++;
    changes[second]!--;
  }
  let crossing = 0;
  const crossings = changes.map((change) => {
    crossing += change;
    return crossing;
  });
  return { crossings, followsRows };
};

/** Whether columns hold running text: full lines that go on in the next one. */
const isProse = (columns: readonly (readonly Word[])[]): boolean => {
  let [lines, letters, small] = [0, 0, 0];
  for (const column of columns) {
    const inColumn = linesOf(column);
    lines += inColumn.length;
    for (const { words } of inColumn) {
      letters += words.reduce((sum, { text }) => sum + text.length, 0);
      if (words[0] !== undefined && startsSmall.test(words[0].text)) small++;
    }
  }
  return (
    lines >= PROSE_MIN_LINES * columns.length &&
    letters >= PROSE_MIN_LETTERS * lines &&
    small >= PROSE_MIN_SHARE * lines
  );
};

/** The section without the gutters between the numbers or bullets of a list and its items. */
export const withoutMarkerGutters = ({ bands, gutters, isWide }: Section): Section => {
  const columns = columnsOf(bands, gutters);
  const isMarkers = (words: readonly Word[]) =>
    words.every(
      ({ text, left, right, run }) =>
        text.length <= MARKER_LIMIT_LETTERS && right - left <= MARKER_LIMIT_WIDTH * run.size,
    ) && new Set(words.map(({ baseline }) => baseline)).size === words.length;
  const kept = columns.flatMap((words, at) => {
    const gutter = gutters[at]; // the last column has none behind it
    return gutter === undefined || isMarkers(words) ? [] : [gutter];
  });
  return { bands, gutters: kept, isWide };
};

/**
 * The parts of a section that are read one after another. One with several bands is read column by column. The order of the
 * content distinguishes columns from the rows of a table, unless the content follows rows through columns of running text.
 */
export const rowsOf = (section: Section): Band[][] => {
  const { bands, gutters } = section;
  const { crossings, followsRows } = movesIn(section);
  if (followsRows && section.isWide && isProse(columnsOf(bands, gutters))) return [[...bands]];
  const rows: Band[][] = [];
  for (const [at, band] of bands.entries()) {
    const row = rows.at(-1);
    if (row !== undefined && crossings[at - 1]! > 1) row.push(band);
    else rows.push([band]);
  }
  return rows;
};
