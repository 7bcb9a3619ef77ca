import { defineMdastPlugin } from "satteri";

/** Letters that a line of A4 holds, and those that the room about a cell takes. */
const LINE = 78;
const CELL = 3;

/** Smaller type, as parts of the usual, that lets the words of a wide table stay whole; there a cell has less room about it. */
const SMALLER = { "words-80": 0.8, "words-65": 0.65, "words-50": 0.5 };
const NARROW_CELL = 2;

/** Columns from which on a table is set smaller: with fewer, a long address alone would make all of it small. */
const WIDE_COLUMNS = 8;

/** How many letters of usual width a word takes the room of. */
const widthOf = (word: string): number => word.length + 0.4 * (word.match(/\p{Lu}/gu)?.length ?? 0);

/** Marks tables that must wrap but need not break words: those whose columns fit the page by their longest words. */
export const tables = () =>
  defineMdastPlugin({
    name: "tables",
    table(node, context) {
      const longest: number[] = [];
      let most = 0;
      for (const row of node.children) {
        let whole = 0;
        row.children.forEach((cell, at) => {
          const text = context.textContent(cell);
          whole += text.length + CELL;
          for (const word of text.split(/\s+/)) longest[at] = Math.max(longest[at] ?? CELL, widthOf(word));
        });
        most = Math.max(most, whole);
      }
      if (most <= LINE) return;
      const letters = longest.reduce((sum, length) => sum + length, 0);
      const fits = letters + longest.length * CELL <= LINE;
      const narrow = letters + longest.length * NARROW_CELL;
      const wide = longest.length >= WIDE_COLUMNS ? Object.entries(SMALLER) : [];
      const smaller = wide.find(([, size]) => narrow <= LINE / size)?.[0];
      if (!fits && smaller === undefined) return;
      const className = ["whole-words", ...(fits || smaller === undefined ? [] : [smaller])];
      context.setProperty(node, "data", { hProperties: { className } });
    },
  });
