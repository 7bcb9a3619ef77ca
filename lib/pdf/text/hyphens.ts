import type { Line } from "./lines.ts";
import type { Word } from "./words.ts";

const SOFT_HYPHEN = "\u00ad";
/** A word that a hyphen at the end of its line breaks off. */
const BROKEN = /\p{L}{2}[-\u2010\u00ad]$/u;
const CONTINUATION = /^\p{Ll}/u;

const hasSoftHyphen = ({ text }: Word): boolean => text.includes(SOFT_HYPHEN);

const withoutSoftHyphens = (line: Line): Line => {
  if (!line.words.some(hasSoftHyphen)) return line;
  return { ...line, words: line.words.map((word) => ({ ...word, text: word.text.replaceAll(SOFT_HYPHEN, "") })) };
};

/** The text without punctuation at its ends, in small letters. */
const bareText = (text: string): string => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(text.toLowerCase())?.[0] ?? "";

/** The words of a page as texts without punctuation, in which a word is looked up. */
export class Vocabulary {
  readonly #words: readonly Word[];
  #texts: ReadonlySet<string> | undefined;

  constructor(words: readonly Word[]) {
    this.#words = words;
  }

  has(text: string): boolean {
    this.#texts ??= new Set(this.#words.map((word) => bareText(word.text)));
    return this.#texts.has(bareText(text));
  }
}

/**
 * The lines with the words joined that hyphens break: the whole word ends the first line. A hyphen stays if the page has the
 * word with it elsewhere.
 */
export const joinHyphenated = (lines: readonly Line[], vocabulary: Vocabulary): Line[] => {
  const joined: Line[] = [];
  for (const line of lines) {
    const previous = joined.at(-1);
    const last = previous?.words.at(-1);
    const [first] = line.words;
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
    const [whole, hyphenated] = [stem + first.text, `${stem}-${first.text}`];
    const text = isHard && vocabulary.has(hyphenated) && !vocabulary.has(whole) ? hyphenated : whole;
    joined[joined.length - 1] = { ...previous, words: [...previous.words.slice(0, -1), { ...last, text }] };
    if (line.words.length > 1) joined.push({ ...line, words: line.words.slice(1) });
  }
  return joined.map(withoutSoftHyphens);
};
