import { ServiceError } from "../../errors/service-error.ts";
import type { Warning } from "../../output/warnings.ts";
import { prepareCharts } from "../charts.ts";
import { tagsNamed, textOf } from "../markup.ts";
import type { Package } from "../package.ts";
import { PackageRewriter } from "../rewriting.ts";

/** A presentation that is prepared for LibreOffice. */
export interface PreparedPresentation {
  readonly bytes: Buffer;
  readonly warnings: readonly Warning[];
  readonly hasCharts: boolean;
  /** The names of the fonts that its slides and themes use. */
  readonly fonts: ReadonlySet<string>;
}

/** The element of the Latin letters' font; a name that begins with `+` stands for one of the theme. */
const LATIN_ELEMENT = /<(?:[\w.-]{1,40}:)?latin\s[^>]{0,400}?typeface="([^"+][^"]{0,60})"/g;
const FONT_PARTS = /^ppt\/(?:slides|slidemasters|theme)\/[^/]+\.xml$/;

const fontsOf = ({ files, read }: Package): Set<string> => {
  const fonts = new Set<string>();
  for (const [name, file] of files) {
    if (!FONT_PARTS.test(name)) continue;
    for (const [, font] of textOf(read(file)).matchAll(LATIN_ELEMENT)) fonts.add(font!);
  }
  return fonts;
};

/** Throws UNSUPPORTED_MEDIA_TYPE for a presentation without slides, which LibreOffice would print as an empty page. */
const assertSlides = (officePackage: Package): void => {
  const main = officePackage.relationships("").find(({ type }) => type === "officeDocument")?.part ?? "";
  const file = officePackage.files.get(main);
  const slides = file === undefined ? [] : tagsNamed(textOf(officePackage.read(file)), "sldId");
  const parts = new Map(officePackage.relationships(main).map(({ id, part }) => [id, part]));
  if (slides.length === 0) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "file has no slides.", { reason: "document-empty" });
  }
  for (const { attributes } of slides) {
    const part = parts.get(attributes["id"] ?? "");
    if (part !== undefined && !officePackage.files.has(part))
      throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `file is damaged: ${part} is missing.`, {
        reason: "document-damaged",
      });
  }
};

/** Prepares a presentation for LibreOffice. Throws UNSUPPORTED_MEDIA_TYPE for one without slides, or with a missing one. */
export const preparePresentation = (officePackage: Package, bytes: Buffer): PreparedPresentation => {
  assertSlides(officePackage);
  const rewriting = new PackageRewriter(officePackage);
  const hasCharts = prepareCharts(rewriting);
  return {
    bytes: rewriting.finish() ?? bytes,
    warnings: rewriting.warnings,
    hasCharts,
    fonts: fontsOf(officePackage),
  };
};
