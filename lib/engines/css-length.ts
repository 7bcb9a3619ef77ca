/** Units of a length, by how many of them make an inch (CSS Values and Units 4, section 6.2). */
const PER_INCH: Readonly<Record<string, number>> = { px: 96, in: 1, cm: 2.54, mm: 25.4, pt: 72 };

const LENGTH = /^(\d+\.?\d*|\.\d+)(px|in|cm|mm|pt)$/i;
const ZERO = /^0+(\.0*)?$|^\.0+$/;

/** Inches that a length such as `1.5cm` stands for; undefined where it is none. Zero needs no unit. */
export const toInches = (length: string): number | undefined => {
  if (ZERO.test(length)) return 0;
  const [, number, unit] = LENGTH.exec(length) ?? [];
  return number === undefined || unit === undefined ? undefined : Number(number) / PER_INCH[unit.toLowerCase()]!;
};
