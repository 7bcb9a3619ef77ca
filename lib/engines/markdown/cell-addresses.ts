import { defineMdastPlugin, markdownToHtml } from "satteri";

/** An address directly before a `|`, which ends a table cell unless it is escaped. */
const ADDRESS_BEFORE_BAR = /(?:\b(?:https?|ftp):\/\/|\bwww\.)[^\s|<]{1,2000}(?<!\\)(?=\|)/gi;

const insertSpaces = (source: string, ends: readonly number[]): string =>
  [0, ...ends].map((from, at) => source.slice(from, ends[at])).join(" ");

/** Puts a space after addresses at the end of table cells, because the parser takes the `|` for a part of the address. */
export const separateCellAddresses = (source: string): string => {
  const ends = [...source.matchAll(ADDRESS_BEFORE_BAR)].map(({ 0: address, index }) => index + address.length);
  if (ends.length === 0) return source;
  // With spaces everywhere the text has the same tables. Only the spaces within them stay, because others would be visible.
  const inTables: number[] = [];
  let nextIndex = 0;
  const tables = defineMdastPlugin({
    name: "cells",
    options: { position: true },
    table({ position }) {
      const [from, to] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
      // In the parsed text, each earlier address is one character longer.
      for (let end = ends[nextIndex]; end !== undefined && end + nextIndex < to; end = ends[++nextIndex])
        if (end + nextIndex >= from) inTables.push(end);
    },
  });
  markdownToHtml(insertSpaces(source, ends), { mdastPlugins: [tables] });
  return insertSpaces(source, inTables);
};
