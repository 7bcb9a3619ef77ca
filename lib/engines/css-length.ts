/** The number of each unit in an inch (CSS Values and Units 4, section 6.2). */
const UNITS_PER_INCH: Readonly<Record<string, number>> = { px: 96, in: 1, cm: 2.54, mm: 25.4, pt: 72 };

const LENGTH = /^(\d+\.?\d*|\.\d+)(px|in|cm|mm|pt)$/i;
const ZERO = /^0+(\.0*)?$|^\.0+$/;

/** The inches of a CSS length such as `1.5cm`; undefined for other texts. Zero needs no unit. */
export const toInches = (length: string): number | undefined => {
  if (ZERO.test(length)) return 0;
  const [, number, unit] = LENGTH.exec(length) ?? [];
  return number === undefined || unit === undefined ? undefined : Number(number) / UNITS_PER_INCH[unit.toLowerCase()]!;
};
