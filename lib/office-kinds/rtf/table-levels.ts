import type { TextRange } from "../../ooxml/tags.ts";
import { rtfTokens } from "./tokens.ts";

/** A control word `\itap` whose level is not the one that its place in the tables has. */
export interface MisplacedLevel extends TextRange {
  readonly level: number;
}

/** The control word of a paragraph's level in nested tables (Rich Text Format 1.9.1, "Nested Tables"). */
const LEVEL_WORD = "itap";
/** Deeper levels stay as they are. */
const LEVELS_LIMIT = 100;

/** A level of a row, and where it stands. */
interface StatedLevel extends TextRange {
  readonly stated: number;
}

/** The levels of a row of an outer table that are not one below another, each with the level that closes the gap. */
const misplacedInRow = (levels: readonly StatedLevel[]): readonly MisplacedLevel[] => {
  const used = [...new Set([1, ...levels.map(({ stated }) => stated)])].toSorted((one, other) => one - other);
  const places = new Map(used.map((stated, index) => [stated, index + 1]));
  return levels.flatMap(({ stated, start, end }) => {
    const level = places.get(stated) ?? stated;
    return level === stated ? [] : { start, end, level };
  });
};

/** The levels of nested tables above which a level is missing: LibreOffice would print none of the text in them. */
export const misplacedLevels = (rtf: string): readonly MisplacedLevel[] => {
  if (!rtf.includes(`\\${LEVEL_WORD}`)) return [];
  const rows: (readonly MisplacedLevel[])[] = [];
  let row: StatedLevel[] = [];
  for (const token of rtfTokens(rtf)) {
    if (token.kind !== "control") continue;
    const { word, number = 0, start, end } = token;
    if (word === LEVEL_WORD && number > 0 && number <= LEVELS_LIMIT) row.push({ stated: number, start, end });
    if (word !== "row") continue;
    rows.push(misplacedInRow(row));
    row = [];
  }
  return rows.flat();
};
