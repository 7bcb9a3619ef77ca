/** The number for which LibreOffice prints what Excel prints for another. */
export type NumberChange = (value: number) => number;

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

/** The codes of formats without a code in the file, by their numbers (18.8.30), as far as `numberChange` matters for them. */
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

/** The change for numbers with a format's code; undefined if both programs print the same. */
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

/**
 * The changes for a workbook's cell formats, each of which has the number of a format; undefined where both programs print the
 * same. `codes` are those of the file, by their numbers.
 */
export const numberChanges = (
  cellFormats: readonly number[],
  codes: ReadonlyMap<number, string>,
  countsFrom1904: boolean,
): readonly (NumberChange | undefined)[] =>
  cellFormats.map((number) => changeFor(codes.get(number) ?? BUILT_IN_CODES.get(number) ?? "", countsFrom1904));

/** A number after its change; undefined if that is the same, or if there is none. */
export const changedNumber = (change: NumberChange | undefined, value: number): number | undefined => {
  const changed = change?.(value) ?? value;
  return changed === value || !Number.isFinite(changed) ? undefined : changed;
};

/** The bits of an integer in an RK number ([MS-XLSB] 2.5.122), above two that say what it is, and their value for one. */
const [RK_BITS, RK_INTEGER] = [2, 0b10];

/** An RK number after a change, for integers; others are short, so that both programs print the same. Undefined without a change. */
export const changedRkNumber = (change: NumberChange | undefined, rk: number): number | undefined => {
  if ((rk & 0b11) !== RK_INTEGER) return undefined;
  const changed = changedNumber(change, rk >> RK_BITS);
  return changed === undefined ? undefined : (changed << RK_BITS) | RK_INTEGER;
};
