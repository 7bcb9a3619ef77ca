import { tagsNamed } from "../markup.ts";
import { Edits, type PackageRewriter } from "../rewriting.ts";
import { type Sheet, workbookPart } from "./workbook.ts";

/** The number for which LibreOffice prints what Excel prints for another. */
type NumberChange = (value: number) => number;

const SECONDS_OF_A_DAY = 86_400;

/** Excel rounds times to the seconds that it prints, LibreOffice cuts them. */
const toSeconds: NumberChange = (value) => Math.round(value * SECONDS_OF_A_DAY) / SECONDS_OF_A_DAY;

/** The number of 29 February 1900, which Excel counts and LibreOffice does not. */
const LEAP_DAY = 60;

/** Adds a day to those of January and February 1900. */
const toLaterDay: NumberChange = (value) => (value >= 1 && value < LEAP_DAY ? value + 1 : value);

/** Excel prints at most 11 characters of a number without a format, and 6 digits before an exponent. LibreOffice prints 15 digits. */
const toElevenCharacters: NumberChange = (value) => {
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (Number.isInteger(value) || exponent > 10) return value;
  if (exponent < -4) return Number(value.toPrecision(6));
  return exponent < 0 ? Number(value.toFixed(9)) : Number(value.toPrecision(exponent === 10 ? 11 : 10));
};

/** What a format's code prints as it stands: quoted and escaped text, colours, locales (ECMA-376, part 1, 18.8.31). */
const LITERALS = /"[^"]{0,255}"|[\\_*].|\[(?!h{1,255}\]|m{1,255}\]|s{1,255}\])[^[\]]{0,255}\]/gi;

/** The codes of numbers without a code in the file (18.8.30), as far as they matter here. */
const BUILT_IN_CODES: ReadonlyMap<number, string> = new Map([
  [0, "General"],
  [14, "m/d/yyyy"],
  [15, "d-mmm-yy"],
  [16, "d-mmm"],
  [17, "mmm-yy"],
  [18, "h:mm AM/PM"],
  [19, "h:mm:ss AM/PM"],
  [20, "h:mm"],
  [21, "h:mm:ss"],
  [22, "m/d/yyyy h:mm"],
  [45, "mm:ss"],
  [46, "[h]:mm:ss"],
]);

/** What no format of dates and times has when its literals are gone: placeholders of digits, and other letters. */
const NOT_OF_DATES = /[#?cfi-loqt-xz]/;

/** The change for numbers with a format; undefined if both programs print the same. */
const changeFor = (code: string, countsFrom1904: boolean): NumberChange | undefined => {
  const bare = code.replace(LITERALS, "").toLowerCase();
  if (bare.includes("general")) return toElevenCharacters;
  if (NOT_OF_DATES.test(bare)) return undefined;
  const roundsTime = /h|s|\[m/.test(bare) && !/s\]?[.,]0/.test(bare);
  // Weekdays are those of Excel without a change.
  const movesDay = !countsFrom1904 && /d|y|mmm/.test(bare) && !/ddd|\[/.test(bare);
  if (!movesDay) return roundsTime ? toSeconds : undefined;
  return roundsTime ? (value) => toSeconds(toLaterDay(value)) : toLaterDay;
};

const CELL_FORMATS = /<(?:[\w.-]{1,40}:)?cellXfs[\s>]/;
const CELL_FORMATS_END = /<\/(?:[\w.-]{1,40}:)?cellXfs\s{0,9}>/;

/** The changes for a workbook's cell formats (18.8.10), by their index. */
const changesOf = (styles: string, countsFrom1904: boolean): readonly (NumberChange | undefined)[] => {
  const codes = new Map(BUILT_IN_CODES);
  for (const { attributes } of tagsNamed(styles, "numFmt")) {
    const { numFmtId, formatCode = "" } = attributes;
    codes.set(Number(numFmtId), formatCode);
  }
  const [start, end] = [styles.search(CELL_FORMATS), styles.search(CELL_FORMATS_END)];
  if (start < 0) return [toElevenCharacters];
  return tagsNamed(styles.slice(start, Math.max(end, start)), "xf").map(({ attributes }) =>
    changeFor(codes.get(Number(attributes["numFmtId"] ?? 0)) ?? "", countsFrom1904),
  );
};

/**
 * A cell with a number: the prefix of its elements, its attributes, what stands before the number, and the number. Integers of
 * three digits and more are printed alike.
 */
const NUMBER_CELL =
  /<((?:[\w.-]{1,40}:)?)c((?:\s[^<>]{0,400})?)>(\s{0,99}(?:<\1f(?:\s[^<>]{0,400})?(?:\/>|>[^<]{0,9999}<\/\1f>)\s{0,99})?<\1v>)((?=\d{1,2}<|-?\d{0,40}[.eE])[\d.eE+-]{1,40})</g;

const FORMAT = /\ss\s{0,9}=\s{0,9}["'](\d{1,9})["']/;
const TYPE = /\st\s{0,9}=\s{0,9}["'](?!n["'])/;

const withChanges = (xml: string, changes: readonly (NumberChange | undefined)[]): string | undefined => {
  const edits = new Edits(xml);
  for (const { index, 0: all, 2: attributes = "", 4: text = "" } of xml.matchAll(NUMBER_CELL)) {
    const change = changes[Number(FORMAT.exec(attributes)?.[1] ?? 0)];
    if (change === undefined || TYPE.test(attributes)) continue;
    const value = Number(text);
    const changed = change(value);
    const end = index + all.length - 1;
    if (Number.isFinite(changed) && changed !== value) edits.replace(end - text.length, end, String(changed));
  }
  return edits.result;
};

/**
 * Changes numbers in the cells of a workbook so that LibreOffice prints what Excel prints. It is for workbooks in which nothing is
 * calculated from them.
 */
export const printNumbersAsExcel = (rewriting: PackageRewriter, sheets: readonly Sheet[]): void => {
  const workbook = workbookPart(rewriting.original);
  const [properties] = tagsNamed(rewriting.text(workbook), "workbookPr");
  const styles = rewriting.original.relationships(workbook).find(({ type }) => type === "styles")?.part ?? "";
  const changes = changesOf(rewriting.text(styles), /^(?:1|true)$/.test(properties?.attributes["date1904"] ?? ""));
  for (const { part } of sheets) if (part !== undefined) rewriting.change(part, (xml) => withChanges(xml, changes));
};
