import { Edits } from "../edits.ts";
import type { Field } from "./field-codes.ts";

const REFERENCE_FIELD = /^\s*(?:REF|PAGEREF|NOTEREF)\s{1,9}"?([^\s"\\]{1,100})/i;

/**
 * Replaces fields that refer to missing bookmarks (ECMA-376, part 1, 17.16.5.51) with their stored results, which Word prints.
 * LibreOffice would print an error, even where the bookmark's name differs only in case.
 */
export const withoutBrokenReferences = (
  xml: string,
  fields: readonly Field[],
  bookmarks: ReadonlySet<string>,
): string | undefined => {
  const edits = new Edits(xml);
  const marks = fields.flatMap((field) => {
    const [, name] = REFERENCE_FIELD.exec(field.code) ?? [];
    return name === undefined || !field.hasResult || bookmarks.has(name) ? [] : field.markup;
  });
  for (const { start, end } of marks.toSorted((one, other) => one.start - other.start)) edits.replace(start, end);
  return edits.result;
};
