import { unescaped } from "../markup.ts";
import type { Span } from "../span.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";
import { attributeOf } from "./tables.ts";

/** A field of a Word part (ECMA-376, part 1, 17.16.4, 17.16.5). */
export interface Field {
  /** What it is to show: `TOC \\o "1-3"`. */
  readonly code: string;
  /** Whether it is marked as outdated (17.16.18). */
  readonly isDirty: boolean;
  /** Whether what it showed last is stored. */
  readonly hasResult: boolean;
  /** The markup that makes it a field: without it, the result is left as text. */
  readonly marks: readonly Span[];
}

/** Values of an attribute that stand for yes. */
export const TRUE: ReadonlySet<string> = new Set(["1", "true", "on"]);

/** Characters of a field's code that are read. */
const CODE_LIMIT = 1000;

type Open = { -readonly [Key in keyof Field]: Field[Key] } & { marks: Span[] };

const opened = (code: string, isDirty: boolean, hasResult: boolean): Open => ({ code, isDirty, hasResult, marks: [] });

/** The fields of a Word part, in the order in which they end. */
export const fieldsOf = (xml: string): Field[] => {
  const fields: Field[] = [];
  const [complex, simple]: [Open[], Open[]] = [[], []];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    const isDirty = () => TRUE.has(attributeOf(xml, tag!, "dirty") ?? "");
    if (name === "fldSimple" && tag.isEnd) {
      const field = simple.pop();
      if (field !== undefined) fields.push({ ...field, marks: [...field.marks, tag] });
    } else if (tag.isEnd) continue;
    else if (name === "fldSimple" && !tag.isEmpty) {
      const code = unescaped(attributeOf(xml, tag, "instr") ?? "").slice(0, CODE_LIMIT);
      simple.push({ ...opened(code, isDirty(), true), marks: [tag] });
    } else if (name === "fldChar") {
      const type = attributeOf(xml, tag, "fldCharType");
      const end = elementEnd(xml, tag);
      if (type === "begin") complex.push(opened("", isDirty(), false));
      const field = complex.at(-1);
      field?.marks.push({ start: tag.start, end });
      if (field !== undefined && type === "separate") field.hasResult = true;
      if (field !== undefined && type === "end") fields.push(complex.pop()!);
      tag = { ...tag, end };
    } else if (name === "instrText") {
      const end = elementEnd(xml, tag);
      const field = complex.at(-1);
      if (field !== undefined && field.code.length < CODE_LIMIT)
        field.code += unescaped(xml.slice(tag.end, Math.min(xml.indexOf("<", tag.end), tag.end + CODE_LIMIT)));
      field?.marks.push({ start: tag.start, end });
      tag = { ...tag, end };
    }
  }
  return [...fields, ...complex];
};
