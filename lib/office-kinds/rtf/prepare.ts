import { Edits } from "../../ooxml/rewriting.ts";
import type { TextRange } from "../../ooxml/tags.ts";
import { drawnField } from "../../ooxml/word/drawn-fields.ts";
import { CHARACTER_FIELD, isBrokenReference, PROPERTY_FIELD, UNKNOWN_FIELD } from "../../ooxml/word/field-codes.ts";
import type { Warning } from "../../output/warnings.ts";
import { emptyBodyEnd } from "./empty-body.ts";
import { type RtfField, rtfFields } from "./fields.ts";
import { misplacedLevels } from "./table-levels.ts";

/** A list to choose from, of which LibreOffice prints the first entry if the document states no other but its result. */
const LIST_FIELD = /^\s*FORMDROPDOWN\b/i;

/**
 * A field of a mail merge, which shows its stored result, or nothing. With one in a table LibreOffice does not write the PDF of a
 * document with a link in a header or a footer.
 */
const MERGE_FIELD = /^\s*MERGEFIELD\b/i;

/** Text as RTF, whatever the encoding of the document is. */
const rtfOf = (text: string): string =>
  text
    .split("")
    .map((unit) => {
      const code = unit.charCodeAt(0);
      if (code > 0x7e) return `\\u${code > 0x7fff ? code - 0x10000 : code}?`;
      return /[\\{}]/.test(unit) ? `\\${unit}` : unit;
    })
    .join("");

/** The control words of properties (Rich Text Format 1.9.1, "Information Group"). */
const PROPERTY_WORDS: ReadonlyMap<string, RegExp> = new Map([
  ["COMMENTS", /\\doccomm(?![a-z])/],
  ["KEYWORDS", /\\keywords(?![a-z])/],
  ["SAVEDATE", /\\revtim(?![a-z])/],
  ["SUBJECT", /\\subject(?![a-z])/],
  ["TITLE", /\\title(?![a-z])/],
]);

/** The names of the properties that a document sets. */
const setProperties = (rtf: string): ReadonlySet<string> =>
  new Set([...PROPERTY_WORDS].flatMap(([name, word]) => (word.test(rtf) ? name : [])));

/** What of a document decides what its fields show. */
interface Context {
  readonly bookmarks: ReadonlySet<string>;
  readonly properties: ReadonlySet<string>;
}

/** A code with other letters may have a bookmark's name in another encoding than the bookmark. */
const IS_ASCII = /^\p{ASCII}*$/u;

/** Whether LibreOffice prints something else than the stored result, which Word shows. */
const isMisprinted = ({ code }: RtfField, { bookmarks, properties }: Context): boolean => {
  if (IS_ASCII.test(code) && isBrokenReference(code, bookmarks)) return true;
  const property = PROPERTY_FIELD.exec(code)?.[1]?.toUpperCase();
  if (property !== undefined) return !properties.has(property);
  return [UNKNOWN_FIELD, CHARACTER_FIELD, LIST_FIELD].some((pattern) => pattern.test(code));
};

interface Replacement extends TextRange {
  readonly text: string;
}

/** Leaves only the result of a field, and puts a text before it. */
const asText = ({ field, instruction, result }: RtfField, text: string): readonly Replacement[] =>
  [
    { place: field, text: "" },
    { place: instruction, text: text === "" ? "" : `{\\uc1 ${rtfOf(text)}}` },
    { place: result, text: "" },
  ].flatMap(({ place, text }) => (place === undefined ? [] : { ...place, text }));

/** RTF that is prepared for LibreOffice. */
export interface PreparedRtf {
  readonly bytes: Buffer;
  readonly warnings: readonly Warning[];
}

/**
 * Prepares RTF for LibreOffice: fields that it would print wrongly become their stored results, their texts or their formulas on
 * one line, nested tables lose the levels that are missing between them, and a body with nothing in it gets a paragraph, without
 * which no header or footer is printed.
 */
export const prepareRtf = (bytes: Buffer): PreparedRtf => {
  const rtf = bytes.toString("latin1");
  const warnings = new Map<string, Warning>();
  const { fields, bookmarks } = rtf.includes("\\fldinst")
    ? rtfFields(rtf)
    : { fields: [], bookmarks: new Set<string>() };
  const context = { bookmarks, properties: setProperties(rtf) };
  const replacements = fields.flatMap((field): readonly Replacement[] => {
    if (MERGE_FIELD.test(field.code) && !field.isInCode) return asText(field, "");
    if (field.showsResult) return isMisprinted(field, context) ? asText(field, "") : [];
    const { text, warning } = drawnField({
      ...field,
      hasFieldsInCode: field.hasFieldsInCode || field.code.includes("\ufffd"),
    });
    if (warning !== undefined) warnings.set(warning.code, warning);
    return text === undefined ? [] : asText(field, text);
  });
  const bodyEnd = emptyBodyEnd(rtf);
  if (bodyEnd !== undefined) replacements.push({ start: bodyEnd, end: bodyEnd, text: "\\par" });
  for (const { start, end, level } of misplacedLevels(rtf)) replacements.push({ start, end, text: `\\itap${level} ` });
  const edits = new Edits(rtf);
  let done = 0;
  for (const { start, end, text } of replacements.toSorted((one, other) => one.start - other.start)) {
    // A field in the code of another one goes with that code.
    if (start < done) continue;
    edits.reserve(text.length);
    edits.replace(start, end, text);
    done = end;
  }
  const changed = edits.result;
  return { bytes: changed === undefined ? bytes : Buffer.from(changed, "latin1"), warnings: [...warnings.values()] };
};
