import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { hasFont, needsGlyph } from "../../fonts/characters.ts";
import { missingCharacters } from "../../output/missing-characters.ts";
import type { Warning } from "../../output/warnings.ts";
import { askPage } from "./ask-page.ts";
import { uncommonCharacters } from "./page/uncommon-characters.js";
import { undrawnCharacters } from "./page/undrawn-characters.js";

/** Different characters of a page that are checked. */
const CHARACTERS_LIMIT = 50_000;
/** Characters without an installed font that are searched for in the page. */
const SOUGHT_LIMIT = 200;

/** The characters of an answer, at most `limit`: a page may answer what it likes. */
const charactersOf = (answer: unknown, limit: number): string[] =>
  typeof answer === "string" ? [...answer.slice(0, limit)] : [];

/**
 * Asks a page that is ready for its characters. The function that it returns resolves with a warning if the page shows some for which
 * neither it nor the service has a font. Characters in shadow trees, frames and generated content are not checked.
 */
export const findUndrawnCharacters = (session: CDPSession): (() => Promise<Warning[]>) => {
  const asked = askPage(session, `(${uncommonCharacters})(${CHARACTERS_LIMIT})`);
  return async () => {
    const sought = charactersOf(await asked, CHARACTERS_LIMIT).filter(
      (character) => needsGlyph(character) && !hasFont(character),
    );
    if (sought.length === 0) return [];
    const characters = JSON.stringify(sought.slice(0, SOUGHT_LIMIT).join(""));
    const undrawn = await askPage(session, `(${undrawnCharacters})(${characters})`);
    return missingCharacters(charactersOf(undrawn, 2 * SOUGHT_LIMIT));
  };
};
