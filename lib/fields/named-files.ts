import { fileParts, type Part, rule } from "../contract/contract.ts";

/** As many as a form of 40 parts has room for beside the document. */
const NAMED_FILES_LIMIT = 39;

/** Up to `max` files of any kind, each with a file name of its own, which `nameOf` reads. */
export const filesNamedBy = (nameOf: (part: Part) => string, max: number) =>
  fileParts({ name: "any kind", check: () => {} }, { min: 1, max }).check(
    rule((parts: readonly Part[]) => parts.every((part) => nameOf(part) !== ""), "must each have a file name"),
    rule(
      (parts: readonly Part[]) => new Set(parts.map(nameOf)).size === parts.length,
      "must each have a file name of its own",
    ),
  );

/** Files of any kind, each with a file name of its own. */
export const namedFiles = filesNamedBy(({ name = "" }) => name, NAMED_FILES_LIMIT);
