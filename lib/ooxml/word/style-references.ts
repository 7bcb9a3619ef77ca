import { escapeXml, tagsNamed } from "../markup.ts";
import { Edits, type PackageRewriter } from "../rewriting.ts";
import type { TextRange } from "../tags.ts";
import { type Field, wordFields } from "./fields.ts";

/** A field that prints the text of a style: `STYLEREF "Heading 1"` (ECMA-376, part 1, 17.16.5.59). */
const STYLE_FIELD = /^\s*STYLEREF\s{1,9}(?:"([^"]{1,200})"|([^\s"\\]{1,200}))/i;

/** The styles of a document: their names by their identifiers, both in lower case. */
type StyleNames = ReadonlyMap<string, string>;

const styleNames = (styles: string): StyleNames => {
  const names = new Map<string, string>();
  let id = "";
  for (const { name, attributes } of tagsNamed(styles, "style", "name")) {
    const { styleId = "", val = "" } = attributes;
    if (name === "style") id = styleId.toLowerCase();
    else if (!names.has(id)) names.set(id, val.toLowerCase());
  }
  return names;
};

/** The identifier that Word makes of the name of a style in the language of its menus: "Überschrift 1" becomes "berschrift1". */
const identifierOf = (name: string): string => name.replace(/[^\x21-\x7e]/g, "").toLowerCase();

/** The identifier of the style that a field means: by its name, by its level as a heading, or by its name in another language. */
const meantStyle = (meant: string, names: StyleNames): string | undefined => {
  const wanted = /^\d$/.test(meant) ? `heading ${meant}` : meant.toLowerCase();
  const byName = [...names].find(([, name]) => name === wanted)?.[0];
  return byName ?? (names.has(identifierOf(meant)) ? identifierOf(meant) : undefined);
};

/** A replacement of a piece of markup. */
interface Replacement extends TextRange {
  readonly text: string;
}

/** The replacement of a name in a field's code; undefined if the code has it in pieces. */
const renamed = (xml: string, { markup }: Field, from: string, to: string): Replacement | undefined => {
  const written = escapeXml(from);
  for (const { start, end } of markup) {
    const at = xml.slice(start, end).indexOf(written);
    if (at >= 0) return { start: start + at, end: start + at + written.length, text: escapeXml(to) };
  }
  return undefined;
};

const storedResult = ({ hasResult, markup }: Field): readonly Replacement[] =>
  hasResult ? markup.map(({ start, end }) => ({ start, end, text: "" })) : [];

const withStyleReferences = (xml: string, names: StyleNames, used: ReadonlySet<string>): string | undefined => {
  const edits = new Edits(xml);
  const replacements = wordFields(xml).flatMap((field) => {
    const [, quoted, bare] = STYLE_FIELD.exec(field.code) ?? [];
    const meant = quoted ?? bare;
    if (meant === undefined) return [];
    const style = meantStyle(meant, names);
    if (style === undefined || !used.has(style)) return storedResult(field);
    const name = names.get(style) ?? "";
    if (/^\d$/.test(meant) || name === meant.toLowerCase() || style === meant.toLowerCase()) return [];
    return renamed(xml, field, meant, name) ?? storedResult(field);
  });
  for (const { start, end, text } of replacements.toSorted((one, other) => one.start - other.start)) {
    edits.reserve(text.length);
    edits.replace(start, end, text);
  }
  return edits.result;
};

/**
 * Lets fields that print the text of a style name it as the document does: Word writes the name in the language of its menus. If
 * the document does not have or use the style, they print their stored results. LibreOffice would print an error.
 */
export const nameReferredStyles = (rewriting: PackageRewriter, parts: readonly string[], styles: string): void => {
  const referring = parts.filter((part) => /STYLEREF/i.test(rewriting.text(part)));
  if (referring.length === 0) return;
  const names = styleNames(rewriting.text(styles));
  const used = new Set(
    parts.flatMap((part) =>
      tagsNamed(rewriting.text(part), "pStyle", "rStyle").map(({ attributes }) =>
        (attributes["val"] ?? "").toLowerCase(),
      ),
    ),
  );
  for (const part of referring) rewriting.change(part, (xml) => withStyleReferences(xml, names, used), true);
};
