import { isAscii } from "node:buffer";
import { isUndrawn } from "../fonts/characters.ts";
import { missingCharacters } from "../output/missing-characters.ts";
import type { PackageRewriter } from "./rewriting.ts";

/** Characters before this one, all of which have a font. */
const UNCOMMON_CODES_BEGIN = 0x300;
const CODES_COUNT = 0x110000;

/** Fonts that Word and PowerPoint have put into the file. */
const EMBEDDED_FONT = /^(?:word|ppt)\/fonts\//;

const TAG_BEGIN = "<".charCodeAt(0);
const TAG_END = ">".charCodeAt(0);

/** The characters between the tags of markup that are not Latin, each once. `seen` has a 1 for those that were found before. */
const uncommonCharacters = (xml: string, seen: Uint8Array): string[] => {
  const found: string[] = [];
  let isInTag = false;
  for (let at = 0; at < xml.length; at++) {
    const unit = xml.charCodeAt(at);
    if (unit === TAG_BEGIN || unit === TAG_END) isInTag = unit === TAG_BEGIN;
    if (unit < UNCOMMON_CODES_BEGIN || isInTag) continue;
    const code = xml.codePointAt(at) ?? unit;
    if (code !== unit) at++;
    if (seen[code] === 1) continue;
    seen[code] = 1;
    found.push(String.fromCodePoint(code));
  }
  return found;
};

/** Warns if the texts of some parts have characters for which neither the file nor the service has a font. */
export const warnOfUndrawnCharacters = (rewriting: PackageRewriter, parts: Iterable<string>): void => {
  if ([...rewriting.original.files.keys()].some((name) => EMBEDDED_FONT.test(name))) return;
  const seen = new Uint8Array(CODES_COUNT);
  const missing: string[] = [];
  for (const part of parts) {
    const bytes = rewriting.bytes(part);
    if (bytes === undefined || isAscii(bytes)) continue;
    for (const character of uncommonCharacters(rewriting.text(part), seen))
      if (isUndrawn(character)) missing.push(character);
  }
  rewriting.warnings.push(...missingCharacters(missing));
};
