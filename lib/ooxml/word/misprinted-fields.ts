import type { Warning } from "../../output/warnings.ts";
import { escapeXml } from "../markup.ts";
import { Edits, type PackageRewriter } from "../rewriting.ts";
import type { TextRange } from "../tags.ts";
import { drawnField } from "./drawn-fields.ts";
import { CHARACTER_FIELD, MERGE_FIELD, PROPERTY_FIELD, UNKNOWN_FIELD } from "./field-codes.ts";
import { type Field, HAS_FIELDS, wordFields } from "./fields.ts";

/** A field for the document's name with its folder (ECMA-376, part 1, 17.16.5.17). */
const FOLDER_FIELD = /^\s*FILENAME\b[\s\S]{0,300}\\p(?![a-z])/i;

const FOLDER_SWITCH = /\\p(?![a-z])/i;

/** The elements of the properties that fields print (ECMA-376, part 2, annex D). */
const PROPERTY_ELEMENTS: Readonly<Record<string, string>> = {
  COMMENTS: "description",
  KEYWORDS: "keywords",
  SAVEDATE: "modified",
  SUBJECT: "subject",
  TITLE: "title",
};

/** A replacement of a piece of markup. */
interface Replacement extends TextRange {
  readonly text?: string;
}

/** The switch for the folder in the code of a field without a result; all of the field if the switch is in pieces. */
const folderSwitches = (xml: string, { markup }: Field): readonly TextRange[] => {
  const found = markup.flatMap(({ start, end }) => {
    const at = xml.slice(start, end).search(FOLDER_SWITCH);
    return at < 0 ? [] : [{ start: start + at, end: start + at + 2 }];
  });
  return found.length > 0 ? found : markup;
};

/** A text in place of a field, in the run in which the field begins. */
const textInPlace = (xml: string, { markup }: Field, text: string): readonly Replacement[] => {
  const [first, ...rest] = markup;
  if (first === undefined) return [];
  const [, prefix = "", name] = /^<([\w.-]{1,40}:)?(\w+)/.exec(xml.slice(first.start, first.end)) ?? [];
  const shown = `<${prefix}t xml:space="preserve">${escapeXml(text)}</${prefix}t>`;
  return [{ ...first, text: name === "fldSimple" ? `<${prefix}r>${shown}</${prefix}r>` : shown }, ...rest];
};

class MisprintedFields {
  readonly #rewriting: PackageRewriter;
  /** The names of the document's properties that are set. */
  readonly #properties: ReadonlySet<string>;
  readonly #warned = new Set<string>();

  constructor(rewriting: PackageRewriter, properties: ReadonlySet<string>) {
    this.#rewriting = rewriting;
    this.#properties = properties;
  }

  #drawn(xml: string, field: Field): readonly Replacement[] {
    const { text, warning } = drawnField(field);
    if (warning !== undefined) this.#warnOnce(warning);
    return text === undefined ? [] : textInPlace(xml, field, text);
  }

  #warnOnce(warning: Warning): void {
    if (this.#warned.has(warning.code)) return;
    this.#warned.add(warning.code);
    this.#rewriting.warnings.push(warning);
  }

  #replacements(xml: string, field: Field): readonly Replacement[] {
    if (FOLDER_FIELD.test(field.code)) return field.hasResult ? field.markup : folderSwitches(xml, field);
    if (UNKNOWN_FIELD.test(field.code)) return field.hasResult ? field.markup : [];
    if (MERGE_FIELD.test(field.code)) return field.markup;
    if (!field.showsResult) return this.#drawn(xml, field);
    if (CHARACTER_FIELD.test(field.code)) return field.markup;
    const property = PROPERTY_FIELD.exec(field.code)?.[1]?.toUpperCase();
    return property === undefined || this.#properties.has(property) ? [] : field.markup;
  }

  rewritten(xml: string): string | undefined {
    const edits = new Edits(xml);
    const replacements = wordFields(xml).flatMap((field) => this.#replacements(xml, field));
    for (const { start, end, text = "" } of replacements.toSorted((one, other) => one.start - other.start)) {
      edits.reserve(text.length);
      edits.replace(start, end, text);
    }
    return edits.result;
  }
}

/** The names of the document's properties that are set. */
const setProperties = (rewriting: PackageRewriter): ReadonlySet<string> => {
  const part = rewriting.original.relationships("").find(({ type }) => type === "core-properties")?.part ?? "";
  const xml = rewriting.text(part);
  const isSet = (element: string) =>
    new RegExp(`<(?:[\\w.-]{1,40}:)?${element}\\b[^<>/]{0,200}>\\s{0,99}[^<\\s]`).test(xml);
  return new Set(Object.entries(PROPERTY_ELEMENTS).flatMap(([name, element]) => (isSet(element) ? [name] : [])));
};

/**
 * Replaces fields that LibreOffice would print as a folder of the server, as 0, as nothing or twice, and those for which it
 * would write no PDF: with their stored results, with their texts, or with their formulas on one line. A field for the folder
 * that has no result prints the name alone.
 */
export const replaceMisprintedFields = (rewriting: PackageRewriter, parts: readonly string[]): void => {
  const withFields = parts.filter((part) => HAS_FIELDS.test(rewriting.text(part)));
  if (withFields.length === 0) return;
  const fields = new MisprintedFields(rewriting, setProperties(rewriting));
  for (const part of withFields) rewriting.change(part, (xml) => fields.rewritten(xml), true);
};
