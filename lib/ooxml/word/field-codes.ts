import { unescapeXml } from "../markup.ts";
import { elementEnd, localName, nextTag, type XmlTag } from "../tags.ts";
import type { TextRange } from "../text-range.ts";
import { attributeOf } from "./tables.ts";

/** A field of a Word part (ECMA-376, part 1, 17.16.4, 17.16.5). */
export interface Field {
  /** The field code, such as `TOC \\o "1-3"`. */
  readonly code: string;
  /** Whether it is marked as outdated (17.16.18). */
  readonly isDirty: boolean;
  /** Whether its last result is stored. */
  readonly hasResult: boolean;
  /** The ranges of the field's markup. Without them, only the stored result is left, as plain text. */
  readonly markup: readonly TextRange[];
}

/** The values of a boolean attribute that mean true. */
export const TRUE_VALUES: ReadonlySet<string> = new Set(["1", "true", "on"]);

/** The most characters of a field code that are read. */
const CODE_LIMIT_CHARACTERS = 1000;

type OpenField = { -readonly [Key in keyof Field]: Field[Key] } & { markup: TextRange[] };

const newField = (code: string, isDirty: boolean, hasResult: boolean): OpenField => ({
  code,
  isDirty,
  hasResult,
  markup: [],
});

const isDirty = (xml: string, tag: XmlTag): boolean => TRUE_VALUES.has(attributeOf(xml, tag, "dirty") ?? "");

/** The fields of a Word part, in the order of their ends; fields without an end come last. */
export const fieldsOf = (xml: string): Field[] => {
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
      if (type === "begin") complex.push(newField("", isDirty(xml, tag), false));
      const field = complex.at(-1);
      field?.markup.push({ start: tag.start, end });
      if (field !== undefined && type === "separate") field.hasResult = true;
      if (field !== undefined && type === "end") {
        complex.pop();
        fields.push(field);
      }
      tag = { ...tag, end };
    } else if (name === "instrText") {
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
