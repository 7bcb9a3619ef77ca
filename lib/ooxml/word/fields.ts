import { tagsNamed, textOf, unescapeXml } from "../markup.ts";
import { Edits } from "../rewriting.ts";
import { attributeOf, elementEnd, localName, nextTag, type TextRange, type XmlTag } from "../tags.ts";
import { isBrokenReference } from "./field-codes.ts";

/** A field of a Word part (ECMA-376, part 1, 17.16.4, 17.16.5). */
export interface Field {
  /** The field code, such as `TOC \\o "1-3"`. */
  readonly code: string;
  /** Whether it is marked as outdated (17.16.18). */
  readonly isDirty: boolean;
  /** Whether its last result is stored. */
  readonly hasResult: boolean;
  /** Whether its stored result shows something. */
  readonly showsResult: boolean;
  /** Whether its code has other fields in it, whose results are not in `code`. */
  readonly hasFieldsInCode: boolean;
  /** The ranges of the field's markup. Without them, only the stored result is left, as plain text. */
  readonly markup: readonly TextRange[];
}

/** Finds out whether a Word part has fields. */
export const HAS_FIELDS = /<(?:[\w.-]{1,40}:)?(?:fldChar|fldSimple)\b/;

/** The values of a boolean attribute that mean true. */
const TRUE_VALUES: ReadonlySet<string> = new Set(["1", "true", "on"]);

/** The most characters of a field code that are read. */
const CODE_LIMIT_CHARACTERS = 1000;

type OpenField = { -readonly [Key in keyof Field]: Field[Key] } & { markup: TextRange[] };

const newField = (code: string, isDirty: boolean, hasResult: boolean): OpenField => ({
  code,
  isDirty,
  hasResult,
  showsResult: false,
  hasFieldsInCode: false,
  markup: [],
});

const isDirty = (xml: string, tag: XmlTag): boolean => TRUE_VALUES.has(attributeOf(xml, tag, "dirty") ?? "");

/** Fields around a text that it counts for: Word writes no more than a few in each other. */
const OPEN_FIELDS_LIMIT = 20;

/** Elements of a run that show something. */
const SHOWN = new Set(["t", "sym", "drawing", "pict", "object"]);

/** The fields of a Word part, in the order of their ends; fields without an end come last. */
export const wordFields = (xml: string): Field[] => {
  const fields: Field[] = [];
  const [complex, simple]: [OpenField[], OpenField[]] = [[], []];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "fldSimple" && tag.isEnd) {
      const field = simple.pop();
      if (field !== undefined) fields.push({ ...field, markup: [...field.markup, tag] });
    } else if (tag.isEnd) continue;
    else if (name === "fldSimple" && !tag.isEmpty) {
      const code = unescapeXml(attributeOf(xml, tag, "instr") ?? "").slice(0, CODE_LIMIT_CHARACTERS);
      simple.push({ ...newField(code, isDirty(xml, tag), true), markup: [tag] });
    } else if (name === "fldChar") {
      const type = attributeOf(xml, tag, "fldCharType");
      const end = elementEnd(xml, tag);
      if (type === "begin") {
        const outer = complex.at(-1);
        if (outer !== undefined && !outer.hasResult) outer.hasFieldsInCode = true;
        complex.push(newField("", isDirty(xml, tag), false));
      }
      const field = complex.at(-1);
      field?.markup.push({ start: tag.start, end });
      if (field !== undefined && type === "separate") field.hasResult = true;
      if (field !== undefined && type === "end") {
        complex.pop();
        fields.push(field);
      }
      tag = { ...tag, end };
    } else if (SHOWN.has(name) && !(name === "t" && (tag.isEmpty || xml[tag.end] === "<"))) {
      const around = [...complex.slice(-OPEN_FIELDS_LIMIT), ...simple.slice(-OPEN_FIELDS_LIMIT)];
      for (const field of around) field.showsResult ||= field.hasResult;
    } else if (name === "instrText" || name === "delInstrText") {
      const end = elementEnd(xml, tag);
      const field = complex.at(-1);
      if (field !== undefined && field.code.length < CODE_LIMIT_CHARACTERS)
        field.code += unescapeXml(
          xml.slice(tag.end, Math.min(xml.indexOf("<", tag.end), tag.end + CODE_LIMIT_CHARACTERS)),
        );
      field?.markup.push({ start: tag.start, end });
      tag = { ...tag, end };
    }
  }
  return [...fields, ...complex];
};

/**
 * Replaces fields that refer to missing bookmarks (ECMA-376, part 1, 17.16.5.51) with their stored results, which Word prints.
 * LibreOffice would print an error, even if the bookmark's name differs only in case.
 */
export const withoutBrokenReferences = (
  xml: string,
  fields: readonly Field[],
  bookmarks: ReadonlySet<string>,
): string | undefined => {
  const edits = new Edits(xml);
  const marks = fields.flatMap((field) =>
    field.hasResult && isBrokenReference(field.code, bookmarks) ? field.markup : [],
  );
  for (const { start, end } of marks.toSorted((one, other) => one.start - other.start)) edits.replace(start, end);
  return edits.result;
};

/** Which of a document's fields have to be updated. */
export interface OutdatedFields {
  /** Tables of contents and other indexes. */
  readonly indexes: boolean;
  readonly fields: boolean;
}

const INDEX_FIELD = /^\s*(TOC|TOA|INDEX|BIBLIOGRAPHY)\b/i;

const isIndex = ({ code }: Field): boolean => INDEX_FIELD.test(code);

/** Which of these fields are marked as outdated (`w:dirty`: ECMA-376, part 1, 17.16.18). */
export const dirtyFields = (fields: readonly Field[]): OutdatedFields => {
  const dirty = fields.filter((field) => field.isDirty);
  return { indexes: dirty.some(isIndex), fields: dirty.some((field) => !isIndex(field)) };
};

/** Whether a document's settings request an update of all fields when the document is opened (17.15.1.81). */
export const requestsFieldUpdate = (settings: Buffer): boolean =>
  tagsNamed(textOf(settings), "updateFields").some(({ attributes }) => TRUE_VALUES.has(attributes["val"] ?? "true"));

/**
 * Whether LibreOffice would build one of these tables of contents differently (17.16.5.68). It does not support `\\b` (a part
 * of the document) and levels that start above 1, and it includes paragraphs by their outline level even without `\\u`.
 */
export const hasUnsupportedIndexes = (fields: readonly Field[], hasLevels: boolean): boolean =>
  fields.some(({ code }) => {
    if (!/^\s*TOC\b/i.test(code)) return false;
    const from = /\\o\s{0,9}"?\s{0,9}(\d)/i.exec(code)?.[1] ?? "1";
    return /\\b\b/i.test(code) || from !== "1" || (hasLevels && /\\o\b/i.test(code) && !/\\u\b/i.test(code));
  });
