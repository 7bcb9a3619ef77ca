import { escapeXml } from "../markup.ts";
import { Edits, type PackageRewriter } from "../rewriting.ts";
import type { TextRange } from "../tags.ts";
import { equationText } from "./equation-fields.ts";
import { type Field, HAS_FIELDS, wordFields } from "./fields.ts";

/** A field for the document's name with its folder (ECMA-376, part 1, 17.16.5.17). */
const FOLDER_FIELD = /^\s*FILENAME\b[\s\S]{0,300}\\p(?![a-z])/i;

const FOLDER_SWITCH = /\\p(?![a-z])/i;

/** Fields for which LibreOffice prints 0 or nothing while it converts (17.16.5). */
const UNKNOWN_FIELD = /^\s*(?:EDITTIME|MERGEREC|NUMCHARS|NUMWORDS|PRINTDATE|REVNUM|TEMPLATE)\b/i;

/** A field for a character, which LibreOffice prints beside the field's result. */
const CHARACTER_FIELD = /^\s*SYMBOL\b/i;

/** Fields that Word draws, and LibreOffice does not. */
const UNDRAWN_FIELD = /^\s*(?:DISPLAYBARCODE|EQ|LISTNUM|MERGEBARCODE)\b/i;

/** A field that shows a text, and jumps to a place (17.16.5.24). */
const BUTTON_FIELD = /^\s*GOTOBUTTON\s{1,9}(?:"[^"]{1,200}"|[^\s"]{1,200})\s{1,9}([^\\]{1,500})/i;

/** A field for a property of the document. */
const PROPERTY_FIELD = /^\s*(?:DOCPROPERTY\s{1,9}"?)?(COMMENTS|KEYWORDS|SAVEDATE|SUBJECT|TITLE)\b/i;

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

const WRITTEN_ON_A_LINE = "A formula of an EQ field is printed on one line.";
const LEFT_OUT = "A field is not printed, such as LISTNUM or a bar code: its text is not in the file.";

class MisprintedFields {
  readonly #rewriting: PackageRewriter;
  /** The names of the document's properties that are set. */
  readonly #properties: ReadonlySet<string>;
  readonly #warned = new Set<string>();

  constructor(rewriting: PackageRewriter, properties: ReadonlySet<string>) {
    this.#rewriting = rewriting;
    this.#properties = properties;
  }

  /** What takes the place of a field without a result that shows something. */
  #drawn(xml: string, field: Field): readonly Replacement[] {
    const button = BUTTON_FIELD.exec(field.code)?.[1]?.trim();
    if (button !== undefined) return textInPlace(xml, field, button);
    if (!UNDRAWN_FIELD.test(field.code)) return [];
    const formula = equationText(field.code);
    if (formula === undefined && /^\s*EQ\b/i.test(field.code)) return [];
    if (formula === undefined || field.hasFieldsInCode) {
      this.#warnOnce("field-left-out", LEFT_OUT);
      return [];
    }
    if (formula === "") return [];
    if (/\\[abfilorsx]/i.test(field.code) && [...formula].length > 1)
      this.#warnOnce("formatting-simplified", WRITTEN_ON_A_LINE);
    return textInPlace(xml, field, formula);
  }

  #warnOnce(code: "field-left-out" | "formatting-simplified", message: string): void {
    if (this.#warned.has(code)) return;
    this.#warned.add(code);
    this.#rewriting.warn(code, message);
  }

  #replacements(xml: string, field: Field): readonly Replacement[] {
    if (FOLDER_FIELD.test(field.code)) return field.hasResult ? field.markup : folderSwitches(xml, field);
    if (UNKNOWN_FIELD.test(field.code)) return field.hasResult ? field.markup : [];
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
  const isSet = (element: string) => new RegExp(`<(?:[\\w.-]{1,40}:)?${element}\\b[^<>]{0,200}>[^<]`).test(xml);
  return new Set(Object.entries(PROPERTY_ELEMENTS).flatMap(([name, element]) => (isSet(element) ? [name] : [])));
};

/**
 * Replaces fields that LibreOffice would print as a folder of the server, as 0, as nothing or twice: with their stored
 * results, with their texts, or with their formulas on one line. A field for the folder that has no result prints the name
 * alone.
 */
export const replaceMisprintedFields = (rewriting: PackageRewriter, parts: readonly string[]): void => {
  const withFields = parts.filter((part) => HAS_FIELDS.test(rewriting.text(part)));
  if (withFields.length === 0) return;
  const fields = new MisprintedFields(rewriting, setProperties(rewriting));
  for (const part of withFields) rewriting.change(part, (xml) => fields.rewritten(xml), true);
};
