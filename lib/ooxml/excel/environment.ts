import { escapeXml, markupText } from "../markup.ts";
import { Edits } from "../rewriting.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";

/** Where a formula is: the file name of its workbook, the name of its sheet, and the number of sheets. */
export interface FormulaPlace {
  readonly fileName: string;
  readonly sheet: string;
  readonly sheets: number;
}

/** What Excel for Windows returns for `INFO`, by the word in its argument. The current folder stays empty. */
const infoValues = ({ sheets }: FormulaPlace): Readonly<Record<string, string>> => ({
  directory: '""',
  numfile: String(sheets),
  origin: '"$A:$A$1"',
  osversion: '"Windows (64-bit) NT 10.00"',
  recalc: '"Automatic"',
  release: '"16.0"',
  system: '"pcdos"',
});

/** Quoted text, quoted names, and the calls that return facts about the file or the machine. */
const TOKEN = /"[^"]*"|'[^']*'|(?<![\p{L}\p{N}_.])(CELL|INFO)\s{0,9}\(/giu;

/** The limit of the characters that are read of the arguments of a call. */
const ARGUMENTS_LIMIT_CHARACTERS = 1000;

/** The arguments of a call, which begin at `start`, and the position after its closing bracket; undefined without one. */
const argumentsAt = (formula: string, start: number): { texts: string[]; end: number } | undefined => {
  const texts: string[] = [];
  let [depth, from, quote] = [0, start, ""];
  for (let at = start; at < Math.min(formula.length, start + ARGUMENTS_LIMIT_CHARACTERS); at++) {
    const character = formula.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "(" || character === "{") depth++;
    else if (depth > 0 && (character === ")" || character === "}")) depth--;
    else if (depth === 0 && (character === "," || character === ")")) {
      texts.push(formula.slice(from, at).trim());
      from = at + 1;
      if (character === ")") return { texts, end: at + 1 };
    }
  }
  return undefined;
};

/** The name of the sheet in a reference such as `'Other sheet'!A1`. */
const SHEET_OF_REFERENCE = /^(?:'((?:[^']|''){1,100})'|([^'"!():,\s]{1,100}))!/;

const literal = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const fileNameOf = (place: FormulaPlace, reference = ""): string => {
  const [, quoted, bare] = SHEET_OF_REFERENCE.exec(reference) ?? [];
  return literal(`[${place.fileName}]${quoted?.replaceAll("''", "'") ?? bare ?? place.sheet}`);
};

/** A formula whose value is the error `#VALUE!`, which `INFO` returns for an unknown word. */
const VALUE_ERROR = '("#"*1)';

/** A formula for `INFO` of a word that a formula computes. */
const infoOf = (word: string, place: FormulaPlace): string | undefined =>
  word === ""
    ? undefined
    : Object.entries(infoValues(place)).reduce(
        (rest, [name, value]) => `IF(LOWER(${word})="${name}",${value},${rest})`,
        VALUE_ERROR,
      );

const replacementOf = (name: string, [kind = "", reference]: readonly string[], place: FormulaPlace) => {
  const [, text] = /^"([^"]*)"$/.exec(kind) ?? [];
  if (name === "INFO")
    return text === undefined ? infoOf(kind, place) : (infoValues(place)[text.toLowerCase()] ?? VALUE_ERROR);
  if (text !== undefined) return text.toLowerCase() === "filename" ? fileNameOf(place, reference) : undefined;
  const call = `CELL(${reference === undefined ? kind : `${kind},${reference}`})`;
  return kind === "" ? undefined : `IF(LOWER(${kind})="filename",${fileNameOf(place, reference)},${call})`;
};

/**
 * Replaces the calls in a formula that return the file's folder or facts of the machine (`CELL("filename")`, `INFO`: ECMA-376,
 * part 1, 18.17.7.34, 18.17.7.166). The result has what Excel would return, without folders. LibreOffice would print folders of
 * the server.
 */
export const withoutEnvironment = (formula: string, place: FormulaPlace): string => {
  let [result, copiedTo] = ["", 0];
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(formula); token !== null; token = TOKEN.exec(formula)) {
    const [, name] = token;
    const call = name === undefined ? undefined : argumentsAt(formula, TOKEN.lastIndex);
    const replacement = call && replacementOf(name?.toUpperCase() ?? "", call.texts, place);
    if (call === undefined || replacement === undefined) continue;
    result += formula.slice(copiedTo, token.index) + replacement;
    copiedTo = call.end;
    TOKEN.lastIndex = call.end;
  }
  return result + formula.slice(copiedTo);
};

/** Matches each formula that may call `CELL` or `INFO`. */
export const READS_ENVIRONMENT = /CELL|INFO/i;

/** `withoutEnvironment` for the defined names of a workbook (18.2.5). Throws PROCESSING_FAILED if they grow too much. */
export const namesWithoutEnvironment = (xml: string, place: FormulaPlace): string | undefined => {
  const edits = new Edits(xml);
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd || tag.isEmpty || localName(tag.name) !== "definedName") continue;
    const end = xml.indexOf("<", tag.end);
    const text = end < 0 ? "" : xml.slice(tag.end, end);
    if (!READS_ENVIRONMENT.test(text)) continue;
    const changed = escapeXml(withoutEnvironment(markupText(text), place));
    edits.reserve(Math.max(0, changed.length - text.length));
    edits.replace(tag.end, end, changed);
  }
  return edits.result;
};

const HEADER_OR_FOOTER = /^(?:odd|even|first)(?:Header|Footer)$/;

/** `&Z`, the code for the file's folder in headers and footers (18.3.1.46), and `&&`, which prints an ampersand and no code. */
const CODE = /&(?:amp|#38|#x26);(?:&(?:amp|#38|#x26);|[zZ])/g;

/** Removes the code for the file's folder from a sheet's headers and footers, in the end of its XML: they follow the cells. */
export const withoutFolderCodes = (xml: string, searchedCharacters: number): string | undefined => {
  const edits = new Edits(xml);
  for (
    let tag = nextTag(xml, Math.max(0, xml.length - searchedCharacters));
    tag !== undefined;
    tag = nextTag(xml, tag.end)
  ) {
    if (tag.isEnd || !HEADER_OR_FOOTER.test(localName(tag.name))) continue;
    const end = elementEnd(xml, tag);
    for (const { index, 0: code } of xml.slice(tag.end, end).matchAll(CODE))
      if (/z$/i.test(code)) edits.replace(tag.end + index, tag.end + index + code.length);
    tag = { ...tag, end };
  }
  return edits.result;
};
