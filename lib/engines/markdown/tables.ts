import { defineMdastPlugin } from "satteri";

/** Letters that a line of A4 holds, and those that the room about a cell takes. */
const LINE = 78;
const CELL = 3;

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
      const least = longest.reduce((sum, length) => sum + length + CELL, 0);
      if (most <= LINE || least > LINE) return;
      context.setProperty(node, "data", { hProperties: { className: ["whole-words"] } });
    },
  });
