import type { Format, TableStyle } from "./format.ts";

/** A colour of the theme and how much lighter or darker it is (ECMA-376, part 1, 18.8.3, 18.8.19). */
interface Tone {
  readonly theme: number;
  readonly tint?: number;
}

const [LIGHT, DARK, FIRST_ACCENT] = [0, 1, 4];
const light: Tone = { theme: LIGHT };
const dark: Tone = { theme: DARK };

const colour = ({ theme, tint }: Tone): string => `theme="${theme}"${tint === undefined ? "" : ` tint="${tint}"`}`;

const text = (tone: Tone, isBold = false): Format => ({
  ...(isBold ? { b: "<b/>" } : {}),
  color: `<color ${colour(tone)}/>`,
});
const bold = (tone: Tone): Format => text(tone, true);

const fill = (tone: Tone): Format => ({
  fill: `<fill><patternFill patternType="solid"><fgColor ${colour(tone)}/></patternFill></fill>`,
});

/** Lines of one kind at these sides, which are named with spaces between them. */
const lines = (sides: string, style: string, tone: Tone): Format =>
  Object.fromEntries(sides.split(" ").map((side) => [side, ` style="${style}"><color ${colour(tone)}/>`]));

const OUTLINE = "left right top bottom";
const GRID = `${OUTLINE} vertical horizontal`;

/** The tones of a style: those of an accent of the theme, or greys. */
const tonesOf = (accent: number | undefined) => {
  if (accent === undefined) {
    return {
      pure: dark,
      deep: dark,
      soft: dark,
      pale: { theme: LIGHT, tint: -0.15 },
      mid: { theme: LIGHT, tint: -0.35 },
    };
  }
  return {
    pure: { theme: accent },
    deep: { theme: accent, tint: -0.25 },
    soft: { theme: accent, tint: 0.4 },
    pale: { theme: accent, tint: 0.8 },
    mid: { theme: accent, tint: 0.6 },
  };
};

type Tones = ReturnType<typeof tonesOf>;
type Elements = Readonly<Record<string, Format>>;

const striped = (tone: Tone): Elements => ({ firstRowStripe: fill(tone), firstColumnStripe: fill(tone) });
const edges = (format: Format): Elements => ({ firstColumn: format, lastColumn: format });

const ruled = ({ pure, deep, pale }: Tones): Elements => ({
  wholeTable: { ...text(deep), ...lines("top bottom", "thin", pure) },
  headerRow: { ...bold(deep), ...lines("bottom", "thin", pure) },
  totalRow: { ...bold(deep), ...lines("top", "thin", pure) },
  ...edges(bold(deep)),
  ...striped(pale),
});

const boxed = ({ pure }: Tones): Elements => {
  const [row, column] = [lines("top", "thin", pure), lines("left", "thin", pure)];
  return {
    wholeTable: { ...text(dark), ...lines(OUTLINE, "thin", pure) },
    headerRow: { ...bold(light), ...fill(pure) },
    totalRow: { ...bold(dark), ...lines("top", "double", pure) },
    ...edges(bold(dark)),
    firstRowStripe: row,
    secondRowStripe: row,
    firstColumnStripe: column,
    secondColumnStripe: column,
  };
};

const gridded = ({ pure, pale }: Tones): Elements => ({
  wholeTable: { ...text(dark), ...lines(GRID, "thin", pure) },
  headerRow: { ...bold(dark), ...lines("bottom", "medium", pure) },
  totalRow: { ...bold(dark), ...lines("top", "double", pure) },
  ...edges(bold(dark)),
  ...striped(pale),
});

const banded = ({ pure, soft, pale }: Tones): Elements => ({
  wholeTable: { ...text(dark), ...lines(`${OUTLINE} horizontal`, "thin", soft) },
  headerRow: { ...bold(light), ...fill(pure) },
  totalRow: { ...bold(dark), ...lines("top", "double", pure) },
  ...edges(bold(dark)),
  ...striped(pale),
});

const tiled = ({ pure, pale, mid }: Tones): Elements => ({
  wholeTable: { ...text(dark), ...fill(pale), ...lines("vertical horizontal", "thin", light) },
  headerRow: { ...bold(light), ...fill(pure), ...lines("bottom", "thick", light) },
  totalRow: { ...bold(light), ...fill(pure), ...lines("top", "thick", light) },
  ...edges({ ...bold(light), ...fill(pure) }),
  ...striped(mid),
});

const framed = ({ pure }: Tones): Elements => {
  const grid = pure === dark ? lines("left right vertical horizontal", "thin", dark) : {};
  return {
    wholeTable: { ...text(dark), ...grid, ...lines("top bottom", "medium", dark) },
    headerRow: { ...bold(light), ...fill(pure), ...lines("bottom", "medium", dark) },
    totalRow: lines("top", "double", dark),
    ...edges({ ...bold(light), ...fill(pure) }),
    ...striped({ theme: LIGHT, tint: -0.15 }),
  };
};

const tinted = ({ pure, soft, pale, mid }: Tones): Elements => ({
  wholeTable: { ...text(dark), ...fill(pale), ...lines(GRID, "thin", soft) },
  headerRow: bold(dark),
  totalRow: { ...bold(dark), ...lines("top", "medium", pure) },
  ...edges(bold(dark)),
  ...striped(mid),
});

const filled = ({ pure, deep }: Tones): Elements => {
  const isGrey = pure === dark;
  const [whole, total] = isGrey ? [0.45, 0.15] : [undefined, -0.5];
  const shade = isGrey ? { theme: DARK, tint: 0.25 } : deep;
  const side = { ...bold(light), ...fill(shade) };
  return {
    wholeTable: { ...text(light), ...fill(whole === undefined ? pure : { theme: DARK, tint: whole }) },
    headerRow: { ...bold(light), ...fill(dark), ...lines("bottom", "medium", light) },
    totalRow: { ...bold(light), ...fill({ theme: pure.theme, tint: total }), ...lines("top", "medium", light) },
    firstColumn: { ...side, ...lines("right", "medium", light) },
    lastColumn: { ...side, ...lines("left", "medium", light) },
    ...striped(shade),
  };
};

/** A style with two accents that follow each other. */
const paired = ({ pure, pale, mid }: Tones): Elements => ({
  wholeTable: fill(pale),
  headerRow: { ...text(light), ...fill(pure === dark ? dark : { theme: pure.theme + 1 }) },
  totalRow: { ...bold(dark), ...lines("top", "double", dark) },
  ...edges(bold(dark)),
  ...striped(mid),
});

/** Excel's default style of pivot tables, `PivotStyleLight16`, and its neighbours. */
const pivoted = ({ soft, pale }: Tones): Elements => ({
  headerRow: { ...bold(dark), ...fill(pale), ...lines("bottom", "thin", soft) },
  totalRow: { ...bold(dark), ...fill(pale), ...lines("top", "thin", soft) },
});

const FIRST_PIVOTED = 15;

/** The designs of each kind of styles. Each design has seven styles: one in grey, and one for each of six accents. */
const DESIGNS: Readonly<Record<string, readonly ((tones: Tones) => Elements)[]>> = {
  Light: [ruled, boxed, gridded],
  Medium: [banded, tiled, framed, tinted],
  Dark: [filled, paired],
};

const STYLES_OF_DESIGN = 7;
const DARK_STYLES_COUNT = 11;

const presetOf = (kind: string, number: number): Elements | undefined => {
  const design = DESIGNS[kind]?.[Math.floor((number - 1) / STYLES_OF_DESIGN)];
  if (number < 1 || (kind === "Dark" && number > DARK_STYLES_COUNT)) return undefined;
  const place = (number - 1) % STYLES_OF_DESIGN;
  return design?.(tonesAt(place, design === paired ? 2 : 1));
};

/** The tones of a place among the styles of a design; `step` is how many accents each style has. */
const tonesAt = (place: number, step = 1): Tones =>
  tonesOf(place === 0 ? undefined : FIRST_ACCENT + (place - 1) * step);

const pivotPresetOf = (number: number): Elements | undefined => {
  const place = number - FIRST_PIVOTED;
  return place >= 0 && place < STYLES_OF_DESIGN ? pivoted(tonesAt(place)) : undefined;
};

/**
 * A style that Excel has built in (18.5.1.5), by its name, such as `TableStyleMedium2` or `PivotStyleLight16`; undefined for other
 * names, and for most styles of pivot tables.
 */
export const presetTableStyle = (name: string): TableStyle | undefined => {
  const [, kind = "", number = ""] = /^TableStyle(Light|Medium|Dark)([1-9]\d?)$/.exec(name) ?? [];
  const [, pivotNumber] = /^PivotStyleLight([1-9]\d?)$/.exec(name) ?? [];
  const elements = pivotNumber === undefined ? presetOf(kind, Number(number)) : pivotPresetOf(Number(pivotNumber));
  return elements && new Map(Object.entries(elements).map(([element, format]) => [element, { format, size: 1 }]));
};
