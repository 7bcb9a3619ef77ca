/** The number for which LibreOffice prints what Excel prints for another. */
export type NumberChange = (value: number) => number;

const SECONDS_OF_A_DAY = 86_400;

/** Excel rounds times to the seconds that it prints, LibreOffice cuts them. */
const toSeconds: NumberChange = (value) => Math.round(value * SECONDS_OF_A_DAY) / SECONDS_OF_A_DAY;

/** The number of 29 February 1900, which Excel counts and LibreOffice does not. */
const LEAP_DAY = 60;

/** Adds a day to those of January and February 1900. */
const toLaterDay: NumberChange = (value) => (value >= 1 && value < LEAP_DAY ? value + 1 : value);

/**
 * Excel prints at most 11 characters of a fraction without a format, and 6 digits of one that has an exponent. LibreOffice prints
 * 15 digits. Integers stay whole, although Excel rounds those of 12 digits and more.
 */
const toElevenCharacters: NumberChange = (value) => {
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (Number.isInteger(value) || exponent > 10) return value;
  if (exponent < -4) return Number(value.toPrecision(6));
  return exponent < 0 ? Number(value.toFixed(9)) : Number(value.toPrecision(exponent === 10 ? 11 : 10));
};

/** What a format's code prints as it stands: quoted and escaped text, colours, locales (ECMA-376, part 1, 18.8.31). */
const LITERALS = /"[^"]{0,255}"|[\\_*].|\[(?!h{1,255}\]|m{1,255}\]|s{1,255}\])[^[\]]{0,255}\]/gi;

/** The codes of formats without a code in the file, by their numbers (18.8.30), as far as they are dates, times or no format at all. */
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

/** What no format of dates and times has when its literals and fractions of seconds are gone: digits, and other letters. */
const NOT_OF_DATES = /[0#?cfi-loqt-xz]/;
const FRACTION = /s(\]?)[.,]0{1,9}/g;

/** The limit of the characters of a code, which is that of Excel. */
const CODE_LIMIT_CHARACTERS = 255;

/** The kinds of changes. */
type ChangeKind = "digits" | "seconds" | "days" | "days and seconds";

const CHANGES: Readonly<Record<ChangeKind, NumberChange>> = {
  digits: toElevenCharacters,
  seconds: toSeconds,
  days: toLaterDay,
  "days and seconds": (value) => toLaterDay(toSeconds(value)),
};

/** The change that a section of a code needs, without its literals; undefined if it needs none. */
const kindOf = (section: string, movesDays: boolean): ChangeKind | undefined => {
  if (section.includes("general")) return "digits";
  const bare = section.replace(FRACTION, "s$1");
  if (NOT_OF_DATES.test(bare)) return undefined;
  const hasTime = bare === section && /h|s|\[m/.test(bare);
  // Weekdays are those of Excel without a change.
  const hasDay = movesDays && /d|y|mmm/.test(bare) && !/ddd|\[/.test(bare);
  if (hasDay) return hasTime ? "days and seconds" : "days";
  return hasTime ? "seconds" : undefined;
};

/** The change for numbers with a format's code; undefined if both programs print the same, or if its sections need different ones. */
const changeFor = (code: string, movesDays: boolean): NumberChange | undefined => {
  if (code.length > CODE_LIMIT_CHARACTERS) return undefined;
  const sections = code
    .replace(LITERALS, "")
    .toLowerCase()
    .split(";")
    .map((section) => section.trim());
  const printed = sections.filter((section) => section !== "" && section !== "@");
  const [kind, ...others] = new Set(printed.map((section) => kindOf(section, movesDays)));
  return kind === undefined || others.length > 0 ? undefined : CHANGES[kind];
};

/** The formats of a workbook. */
export interface WorkbookFormats {
  /** The numbers of the formats that cell formats have, by the index of these. */
  readonly cellFormats: readonly number[];
  /** The codes of the file, by the numbers of their formats. */
  readonly codes: ReadonlyMap<number, string>;
  /** Whether days before March 1900 are moved: not if days count from 1904, nor if the numbers are drawn in charts. */
  readonly movesDays: boolean;
}

/** The changes for the numbers of a workbook, by the index of their cell formats; undefined where both programs print the same. */
export const numberChanges = ({
  cellFormats,
  codes,
  movesDays,
}: WorkbookFormats): readonly (NumberChange | undefined)[] => {
  const changes = new Map<number, NumberChange | undefined>();
  return cellFormats.map((number) => {
    if (!changes.has(number))
      changes.set(number, changeFor(codes.get(number) ?? BUILT_IN_CODES.get(number) ?? "", movesDays));
    return changes.get(number);
  });
};

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
