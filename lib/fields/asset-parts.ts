import { fileParts, mapped, type Part, rule } from "../contract/contract.ts";
import { described } from "../contract/described.ts";

/** A form has 40 parts at most, of which one is the document. */
const ASSETS_LIMIT = 39;

const areNamed = (parts: readonly Part[]): boolean => parts.every(({ name }) => name !== undefined && name !== "");
const areDistinct = (parts: readonly Part[]): boolean => new Set(parts.map(({ name }) => name)).size === parts.length;

/** Files that belong to a document, each with a file name of its own. */
export const assetParts = described(
  mapped(
    fileParts({ name: "any kind", check: () => {} }, { min: 1, max: ASSETS_LIMIT }).check(
      rule(areNamed, "must each have a file name"),
      rule(areDistinct, "must each have a file name of its own"),
    ),
    (parts) => parts.map(({ name = "", bytes }) => ({ name, bytes })),
  ),
  { description: "Style sheets, pictures and fonts, one part each, which the page reaches by their file names." },
);
