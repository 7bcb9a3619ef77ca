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
 * The characters of a page that is ready and are not Latin, each once. Those in shadow trees, frames and generated content are not
 * among them.
 */
export const askCharacters = async (session: CDPSession): Promise<string[]> =>
  charactersOf(await askPage(session, `(${uncommonCharacters})(${CHARACTERS_LIMIT})`), CHARACTERS_LIMIT);

/** A warning if a page shows some of its characters for which neither it nor the service has a font. */
export const undrawnWarnings = async (session: CDPSession, ofPage: Promise<readonly string[]>): Promise<Warning[]> => {
  const sought = (await ofPage).filter((character) => needsGlyph(character) && !hasFont(character));
  if (sought.length === 0) return [];
  const characters = JSON.stringify(sought.slice(0, SOUGHT_LIMIT).join(""));
  const undrawn = await askPage(session, `(${undrawnCharacters})(${characters})`);
  return missingCharacters(charactersOf(undrawn, 2 * SOUGHT_LIMIT));
};
