import type { Package } from "../package.ts";

/** Kinds of parts that hold text, as relationships of the main part name them. */
const TEXT_RELATIONSHIPS = new Set(["header", "footer", "footnotes", "endnotes"]);

/** Names of the parts of a Word document that hold text, the main part first. */
export const textParts = (officePackage: Package): string[] => {
  const main = officePackage.relationships("").find(({ type }) => type === "officeDocument")?.part;
  if (main === undefined) return [];
  const others = officePackage
    .relationships(main)
    .flatMap(({ type, part }) => (TEXT_RELATIONSHIPS.has(type) && part !== undefined ? [part] : []));
  return [main, ...new Set(others)];
};

/** The name of the main part's related part of this kind; empty if there is none. */
export const relatedPart = (officePackage: Package, main = "", kind: string): string =>
  officePackage.relationships(main).find(({ type }) => type === kind)?.part ?? "";
