import { tagsNamed, textOf } from "../markup.ts";
import { type Field, TRUE_VALUES } from "./field-codes.ts";

/** Which of a document's fields have to be updated. */
export interface OutdatedFields {
  /** Tables of contents and other indexes. */
  readonly indexes: boolean;
  /** All other fields. */
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
