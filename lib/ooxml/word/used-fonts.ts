import { tagsNamed } from "../markup.ts";
import { namedFonts } from "./font-table.ts";

/** The text of the parts that decide the fonts of a Word document; empty for a missing part. */
export interface FontSources {
  /** The parts that hold text. */
  readonly texts: readonly string[];
  readonly styles: string;
  readonly theme: string;
  readonly fontTable: string;
}

/** The first Latin font of a theme's two (ECMA-376, part 1, 20.1.4.1.24 and 25). */
const themeFont = (theme: string, kind: "major" | "minor"): string | undefined => {
  const start = theme.indexOf(`${kind}Font`);
  const [latin] = start < 0 ? [] : tagsNamed(theme.slice(start, start + 2000), "latin");
  return latin?.attributes["typeface"] || undefined;
};

/** The fonts that the runs and styles of this markup name, directly or through the theme. */
const fontsIn = (xml: string, theme: string): (string | undefined)[] => [
  ...namedFonts(xml),
  ...(["major", "minor"] as const).flatMap((kind) =>
    xml.includes(`asciiTheme="${kind}`) ? [themeFont(theme, kind)] : [],
  ),
];

/** The names of the fonts that a document's runs and used styles name, without the fonts that it embeds. */
export const usedFonts = ({ texts, styles, theme, fontTable }: FontSources): Set<string> => {
  const styleIds = new Set(
    texts.flatMap((xml) => tagsNamed(xml, "pStyle", "rStyle", "tblStyle").map(({ attributes }) => attributes["val"])),
  );
  const [defaults = "", ...allStyles] = styles.split(/<(?:[\w.-]{1,40}:)?style\s/);
  const usedStyles = allStyles.filter((style) => {
    const head = style.slice(0, 400);
    return /\bdefault="(1|true)"/.test(head) || styleIds.has(/styleId="([^"]*)"/.exec(head)?.[1]);
  });
  const embedded = new Set(
    fontTable
      .split(/<(?:[\w.-]{1,40}:)?font\s/)
      .flatMap((font) => (/embed(Regular|Bold)/.test(font) ? [...(/name="([^"]*)"/.exec(font) ?? [])].slice(1) : [])),
  );
  const fonts = [...texts, defaults, ...usedStyles].flatMap((xml) => fontsIn(xml, theme));
  return new Set(fonts.filter((name) => name !== undefined && !embedded.has(name)) as string[]);
};
