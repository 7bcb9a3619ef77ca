import { Edits } from "../edits.ts";
import type { Field } from "./field-codes.ts";

const REFERENCE = /^\s*(?:REF|PAGEREF|NOTEREF)\s{1,9}"?([^\s"\\]{1,100})/i;

/**
 * Leaves what fields showed last that refer to bookmarks which are not there (ECMA-376, part 1, 17.16.5.51), and takes the
 * fields out: Word prints them as they were stored, LibreOffice an error, where a name differs by its case too.
 */
export const withoutLostReferences = (
  xml: string,
  fields: readonly Field[],
  bookmarks: ReadonlySet<string>,
): string | undefined => {
  const edits = new Edits(xml);
  const marks = fields.flatMap((field) => {
    const [, name] = REFERENCE.exec(field.code) ?? [];
    return name === undefined || !field.hasResult || bookmarks.has(name) ? [] : field.marks;
  });
  for (const { start, end } of marks.toSorted((one, other) => one.start - other.start)) edits.replace(start, end);
  return edits.result;
};
