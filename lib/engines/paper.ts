interface Paper {
  /** Inches, in portrait. */
  readonly width: number;
  readonly height: number;
  /** Whether the name means the paper in landscape. */
  readonly isLandscape?: true;
}

const iso = (width: number, height: number): Paper => ({ width: width / 25.4, height: height / 25.4 });

export const A4 = iso(210, 297);

/** Paper sizes by name: ISO 216 and ANSI Y14.1. */
const SIZES: Readonly<Record<string, Paper>> = {
  Letter: { width: 8.5, height: 11 },
  Legal: { width: 8.5, height: 14 },
  Tabloid: { width: 11, height: 17 },
  Ledger: { width: 11, height: 17, isLandscape: true },
  A0: iso(841, 1189),
  A1: iso(594, 841),
  A2: iso(420, 594),
  A3: iso(297, 420),
  A4,
  A5: iso(148, 210),
  A6: iso(105, 148),
};

/** The names that the option `format` accepts. */
export const PAPERS: readonly string[] = Object.keys(SIZES);

/** The paper of this name, in any letter case; undefined if there is none. */
export const paperNamed = (name: string): Paper | undefined =>
  SIZES[PAPERS.find((paper) => paper.toLowerCase() === name.toLowerCase()) ?? ""];

/** The number of each unit in an inch (CSS Values and Units 4, section 6.2). */
const UNITS_PER_INCH: Readonly<Record<string, number>> = { px: 96, in: 1, cm: 2.54, mm: 25.4, pt: 72 };

const LENGTH = /^(\d+(?:\.\d*)?|\.\d+)(px|in|cm|mm|pt)$/i;
const ZERO = /^0+(\.0*)?$|^\.0+$/;

/** The inches of a CSS length such as `1.5cm`; undefined for other texts. Zero needs no unit. */
export const toInches = (length: string): number | undefined => {
  if (ZERO.test(length)) return 0;
  const [, number, unit] = LENGTH.exec(length) ?? [];
  const perInch = UNITS_PER_INCH[unit?.toLowerCase() ?? ""];
  return perInch === undefined ? undefined : Number(number) / perInch;
};

const POINTS_PER_INCH = 72;

/** Inches as points, the unit of PDF. */
export const toPoints = (inches: number): number => inches * POINTS_PER_INCH;
