import type { Line } from "./lines.ts";
import type { PageLinks } from "./links.ts";
import type { Word } from "./words.ts";

/** ASCII punctuation that means something within a line of CommonMark or GFM. */
const SPECIAL = /[\\`*[\]<>|~&]/g;
const IDEOGRAPH = /[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const NUMBER_START = /^(\d{1,9})([.)])$/;

/** A word as Markdown. Underscores stay as they are between letters and digits, where they mean nothing. */
const escapeWord = (text: string): string => {
  const escaped = text.replace(SPECIAL, "\\$&");
  return text.includes("_") ? escaped.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_") : escaped;
};

/** A word at the beginning of a paragraph, that would make it a heading, a list or a rule. */
const escapeStart = (text: string): string => {
  if (/^[#+=-]/.test(text)) return `\\${text}`;
  return text.replace(NUMBER_START, "$1\\$2");
};

const escapeAddress = (address: string): string =>
  address.replace(/[\s<>\\]/g, (character) => encodeURIComponent(character));

const isIdeograph = (character: string | undefined): boolean => character !== undefined && IDEOGRAPH.test(character);

const separatorOf = (last: Word, next: Word, isNewLine: boolean): string =>
  isNewLine && isIdeograph(last.text.at(-1)) && isIdeograph(next.text.at(0)) ? "" : " ";

/** Lines as running text in Markdown, with its links. */
export const inlineText = (lines: readonly Line[], links: PageLinks): string => {
  let text = "";
  let last: Word | undefined;
  let address: string | undefined;
  const endLink = () => {
    if (address !== undefined) text += `](<${escapeAddress(address)}>)`;
  };
  for (const { words } of lines) {
    for (const [at, word] of words.entries()) {
      const next = links.addressOf(word);
      const separator = last === undefined ? "" : separatorOf(last, word, at === 0);
      if (next !== address) endLink();
      text += separator;
      if (next !== address && next !== undefined) text += "[";
      address = next;
      const escaped = escapeWord(word.text);
      text += last === undefined && next === undefined ? escapeStart(escaped) : escaped;
      last = word;
    }
  }
  endLink();
  return text;
};

/** Lines as they are, for a block of code. */
export const codeText = (lines: readonly Line[]): string => {
  const left = lines.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY);
  return lines
    .map(({ words, left: indent, size }) => {
      const spaces = Math.min(80, Math.max(0, Math.round((indent - left) / (0.6 * size))));
      return " ".repeat(spaces) + words.map(({ text }) => text).join(" ");
    })
    .join("\n");
};
