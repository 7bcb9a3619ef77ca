import list from "./glyph-list.json" with { type: "json" };

let characters: ReadonlyMap<string, number> | undefined;
let names: ReadonlyMap<number, readonly string[]> | undefined;

const charactersByName = (): ReadonlyMap<string, number> => {
  if (characters !== undefined) return characters;
  const words = list.characters.split(" ");
  const read = new Map<string, number>();
  for (let at = 0; at < words.length; at += 2) {
    const [name = "", character = ""] = words.slice(at, at + 2);
    read.set(name, Number.parseInt(character, 16));
  }
  characters = read;
  return read;
};

const namesByCharacter = (): ReadonlyMap<number, readonly string[]> => {
  if (names !== undefined) return names;
  const read = new Map<number, string[]>();
  for (const [name, character] of charactersByName()) read.set(character, [...(read.get(character) ?? []), name]);
  names = read;
  return read;
};

const LAST_CODE_POINT = 0x10ffff;

const isSurrogate = (character: number): boolean => character >= 0xd800 && character <= 0xdfff;

/** The code point of a glyph name (Adobe Glyph List Specification, 2); undefined for other names. */
export const characterOf = (name: string): number | undefined => {
  const [base = ""] = name.split(".", 1);
  const known = charactersByName().get(base);
  if (known !== undefined) return known;
  const hexadecimal = /^(?:uni|u)([0-9A-Fa-f]{4,6})$/.exec(base)?.[1];
  const character = hexadecimal === undefined ? undefined : Number.parseInt(hexadecimal, 16);
  return character === undefined || character > LAST_CODE_POINT || isSurrogate(character) ? undefined : character;
};

export const namesOf = (character: number): readonly string[] => namesByCharacter().get(character) ?? [];
