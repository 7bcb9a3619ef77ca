import { defineMdastPlugin, markdownToHtml } from "satteri";

/** An address directly before a `|`, which ends a table cell unless it is escaped. */
const ADDRESS_BEFORE_BAR = /(?:\b(?:https?|ftp):\/\/|\bwww\.)[^\s|<]{1,2000}(?<!\\)(?=\|)/gi;

const insertSpaces = (source: string, ends: readonly number[]): string =>
  [0, ...ends].map((from, at) => source.slice(from, ends[at])).join(" ");

/** Puts a space after addresses at the end of table cells, because the parser reads the `|` as a part of the address. */
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

// An escaped character, a formula between double dollars, a formula between single dollars, or any other dollar. As in
// pandoc, a formula does not begin or end with a space, and no digit follows it; no capital either, because of $A:$B. A
// formula holds no code, and its length is limited.
const DOLLAR_TOKENS =
  /\\[\s\S]|\$\$(?:(?!\n[ \t]*\n)[\s\S]){0,9999}?\$\$|\$(?![\s$])(?:`[^`$]+`|(?:\\[\s\S]|(?!\n[ \t]*\n)[^$\\`]){0,999})(?<!\s)\$(?![\dA-Z_$])|(\$)/g;

/**
 * Escapes the dollars that do not enclose a formula, such as those of prices, because the parser pairs any two of a paragraph.
 */
export const escapeDollars = (source: string): string => {
  const unpairedOffsets = [...source.matchAll(DOLLAR_TOKENS)].flatMap(({ 1: dollar, index }) =>
    dollar === undefined ? [] : [index],
  );
  if (unpairedOffsets.length < 2) return source;
  let escaped = "";
  let copiedTo = 0;
  let nextIndex = 0;
  // Only dollars in text are escaped, because a backslash in code or in an address would be visible.
  const texts = defineMdastPlugin({
    name: "dollars",
    options: { position: true },
    text({ value, position }) {
      if (position === undefined || !value.includes("$")) return;
      const [from, to] = [position.start.offset ?? 0, position.end.offset ?? 0];
      for (let at = unpairedOffsets[nextIndex]; at !== undefined && at < to; at = unpairedOffsets[++nextIndex]) {
        if (at < from) continue;
        escaped += `${source.slice(copiedTo, at)}\\`;
        copiedTo = at;
      }
    },
  });
  markdownToHtml(source, { features: { math: { singleDollarTextMath: false } }, mdastPlugins: [texts] });
  return escaped + source.slice(copiedTo);
};

/** Dollars at the end of a line, which may open a formula of several lines. */
const OPENING_DOLLARS = /\$\$[ \t\r]*$/m;
/** The end of a formula that is closed: dollars on a line of their own. */
const CLOSING_DOLLARS = /\n[ \t>]*\$\$+\s*$/;

/**
 * Escapes dollars that open a formula which nothing closes: the parser takes all that follows as a part of it, up to the end of
 * the text, the quotation or the list item.
 */
export const escapeOpenFormulas = (source: string): string => {
  if (!OPENING_DOLLARS.test(source)) return source;
  let escaped = "";
  let copiedTo = 0;
  const formulas = defineMdastPlugin({
    name: "open-formulas",
    options: { position: true },
    math({ position }) {
      const [from, to] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
      if (CLOSING_DOLLARS.test(source.slice(from, to))) return;
      const [dollars = ""] = /^\$+/.exec(source.slice(from, to)) ?? [];
      escaped += source.slice(copiedTo, from) + "\\$".repeat(dollars.length);
      copiedTo = from + dollars.length;
    },
  });
  markdownToHtml(source, { features: { math: true }, mdastPlugins: [formulas] });
  return escaped + source.slice(copiedTo);
};
