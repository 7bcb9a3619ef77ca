import { defineMdastPlugin, markdownToHtml } from "satteri";

/** An address that a bar follows at once, which ends a table's cell unless it is escaped. */
const ADDRESS = /(?:\b(?:https?|ftp):\/\/|\bwww\.)[^\s|<]{1,2000}(?<!\\)(?=\|)/gi;

const spaced = (source: string, ends: readonly number[]): string =>
  [0, ...ends].map((from, at) => source.slice(from, ends[at])).join(" ");

/** Sets addresses in the cells of tables off from the bar behind them, with a space: the parser takes it for a part of them. */
export const endAddresses = (source: string): string => {
  const ends = [...source.matchAll(ADDRESS)].map(({ 0: address, index }) => index + address.length);
  if (ends.length === 0) return source;
  // What is a table does not depend on the addresses in it; in what is none a space would be seen.
  const inTables: number[] = [];
  let next = 0;
  const tables = defineMdastPlugin({
    name: "cells",
    options: { position: true },
    table({ position }) {
      const [from, to] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
      // Each address so far has one letter more in what is parsed here.
      for (; next < ends.length && ends[next]! + next < to; next++)
        if (ends[next]! + next >= from) inTables.push(ends[next]!);
    },
  });
  markdownToHtml(spaced(source, ends), { mdastPlugins: [tables] });
  return spaced(source, inTables);
};
