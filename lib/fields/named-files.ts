import { fileParts, type Part, rule } from "../contract/contract.ts";

/** As many as a form of 40 parts has room for beside the document. */
const NAMED_FILES_LIMIT = 39;

const areNamed = (parts: readonly Part[]): boolean => parts.every(({ name }) => name !== undefined && name !== "");
const areDistinct = (parts: readonly Part[]): boolean => new Set(parts.map(({ name }) => name)).size === parts.length;

/** Files of any kind, each with a file name of its own. */
export const namedFiles = fileParts({ name: "any kind", check: () => {} }, { min: 1, max: NAMED_FILES_LIMIT }).check(
  rule(areNamed, "must each have a file name"),
  rule(areDistinct, "must each have a file name of its own"),
);
