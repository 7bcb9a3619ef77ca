import type { Warning } from "./warnings.ts";

/** Kinds of characters, the first that fits counts. */
const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["private use", /\p{Co}/u],
  ["Han", /\p{Script=Han}/u],
  ["emoji", /\p{Extended_Pictographic}/u],
  ["unassigned", /\p{Cn}/u],
];

const kindOf = (character: string): string => KINDS.find(([, pattern]) => pattern.test(character))?.[0] ?? "others";

const GAPS = "boxes or gaps stand for them.";

/** The warning for different characters that no font has; none without any. It names their kinds, but not the characters. */
export const missingCharacters = (characters: readonly string[]): Warning[] => {
  if (characters.length === 0) return [];
  const counts = new Map<string, number>();
  for (const kind of characters.map(kindOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${kind}: ${count.toLocaleString("en")}`).join(", ");
  const subject = characters.length === 1 ? "A character is" : "Some characters are";
  return [{ code: "characters-missing", message: `${subject} in no font (${kinds}); ${GAPS}` }];
};

/** The warning if it is not known how many characters of which kind are in no font. */
export const SOME_CHARACTERS_MISSING: Warning = {
  code: "characters-missing",
  message: `Some characters are in no font; ${GAPS}`,
};
