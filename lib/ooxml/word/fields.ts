import { tagsNamed, textOf } from "../markup.ts";
import { type Field, TRUE } from "./field-codes.ts";

/** Which of a document's fields are to be worked out anew. */
export interface OutdatedFields {
  /** Tables of contents and other indexes. */
  readonly indexes: boolean;
  /** All the others. */
  readonly fields: boolean;
}

const INDEX = /^\s*(TOC|TOA|INDEX|BIBLIOGRAPHY)\b/i;

const isIndex = ({ code }: Field): boolean => INDEX.test(code);

/** Which of these fields are marked as outdated (`w:dirty`: ECMA-376, part 1, 17.16.18). */
export const dirtyFields = (fields: readonly Field[]): OutdatedFields => {
  const dirty = fields.filter((field) => field.isDirty);
  return { indexes: dirty.some(isIndex), fields: dirty.some((field) => !isIndex(field)) };
};

/** Whether the settings of a document ask for all fields to be worked out when it is opened (17.15.1.81). */
export const asksForFields = (settings: Buffer): boolean =>
  tagsNamed(textOf(settings), "updateFields").some(({ attributes }) => TRUE.has(attributes["val"] ?? "true"));

/**
 * Whether LibreOffice would build some table of contents of these otherwise than it asks for (17.16.5.68): it knows no part of
 * a document (`\\b`), no levels from another one than the first, and takes paragraphs by their own level even where `\\u` is not
 * there.
 */
export const hasOtherIndexes = (fields: readonly Field[], hasLevels: boolean): boolean =>
  fields.some(({ code }) => {
    if (!/^\s*TOC\b/i.test(code)) return false;
    const from = /\\o\s{0,9}"?\s{0,9}(\d)/i.exec(code)?.[1] ?? "1";
    return /\\b\b/i.test(code) || from !== "1" || (hasLevels && /\\o\b/i.test(code) && !/\\u\b/i.test(code));
  });
