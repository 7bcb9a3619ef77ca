/** The blocks of the presentation forms of Arabic (Unicode: U+FB50 to U+FDFF and U+FE70 to U+FEFC). */
const FORMS = [
  [0xfb50, 0xfdff],
  [0xfe70, 0xfefc],
] as const;

const LETTERS = /^[\u0621-\u064a\u0671-\u06d3]{2,}$/;

let characters: ReadonlyMap<string, string> | undefined;

const readCharacters = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [first, last] of FORMS)
    for (let code = first; code <= last; code++) {
      const character = String.fromCharCode(code);
      const letters = character.normalize("NFKC");
      if (LETTERS.test(letters) && !found.has(letters)) found.set(letters, character);
    }
  return found;
};

/**
 * The one character for Arabic letters that a font joins to one glyph, such as U+FEFB for lam and alef; undefined for other letters.
 * Readers turn around the letters of text that runs from right to left, also those of one glyph; one character stays what it is.
 */
export const joinedLetters = (letters: string): string | undefined => {
  characters ??= readCharacters();
  return characters.get(letters);
};
