import type { Line } from "./lines.ts";
import type { Word } from "./words.ts";

const SOFT_HYPHEN = "\u00ad";
/** A word that a hyphen at the end of its line breaks off. */
const BROKEN = /\p{L}{2}[-\u2010\u00ad]$/u;
const CONTINUATION = /^\p{Ll}/u;

const withoutSoftHyphens = (text: string): string => text.replaceAll(SOFT_HYPHEN, "");

const withText = (word: Word, text: string): Word => (text === word.text ? word : { ...word, text });

/** Whether a text with its hyphen, or without it, is also a word of the page. */
const isHyphenKept = (joined: string, hyphenated: string, vocabulary: ReadonlySet<string>): boolean =>
  vocabulary.has(hyphenated) && !vocabulary.has(joined);

/** The text without punctuation at its ends, in small letters. */
export const bareText = (text: string): string =>
  /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(text.toLowerCase())?.[0] ?? "";

/**
 * The lines with the words joined that hyphens break: the whole word ends the first line. A hyphen stays if the page has the
 * word with it elsewhere.
 */
export const joinHyphenated = (lines: readonly Line[], vocabulary: ReadonlySet<string>): Line[] => {
  const joined: Line[] = [];
  for (const line of lines) {
    const previous = joined.at(-1);
    const last = previous?.words.at(-1);
    const [first, ...rest] = line.words;
    if (
      previous === undefined ||
      last === undefined ||
      first === undefined ||
      !BROKEN.test(last.text) ||
      !CONTINUATION.test(first.text)
    ) {
      joined.push(line);
      continue;
    }
    const stem = last.text.slice(0, -1);
    const isHard = !last.text.endsWith(SOFT_HYPHEN);
    const keeps = isHard && isHyphenKept(bareText(stem + first.text), bareText(`${stem}-${first.text}`), vocabulary);
    const whole = { ...last, text: keeps ? `${stem}-${first.text}` : stem + first.text };
    joined[joined.length - 1] = { ...previous, words: [...previous.words.slice(0, -1), whole] };
    if (rest.length > 0) joined.push({ ...line, words: rest });
  }
  return joined.map((line) => ({
    ...line,
    words: line.words.map((word) => withText(word, withoutSoftHyphens(word.text))),
  }));
};
