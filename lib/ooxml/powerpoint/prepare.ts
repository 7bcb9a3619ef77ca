import { ServiceError } from "../../errors/service-error.ts";
import type { Warning } from "../../output/warnings.ts";
import { prepareCharts } from "../charts.ts";
import { tagsNamed, textOf, unescapeXml } from "../markup.ts";
import type { Package } from "../package.ts";
import { removePackagePrefixes } from "../package-prefixes.ts";
import { Edits, PackageRewriter } from "../rewriting.ts";
import { attributesIn, localName, nextTag } from "../tags.ts";
import { warnOfUndrawnCharacters } from "../undrawn-characters.ts";
import { warnOfDiagramTexts } from "./diagram-texts.ts";
import { placePlaceholders } from "./placeholders.ts";
import { writeSymbolCharacters } from "./symbol-fonts.ts";
import { withoutWrapping } from "./unwrapped-text.ts";

/** A presentation that is prepared for LibreOffice. */
export interface PreparedPresentation {
  readonly bytes: Buffer;
  readonly warnings: readonly Warning[];
  readonly hasCharts: boolean;
  /** The names of the fonts that its slides and themes use. */
  readonly fonts: ReadonlySet<string>;
}

/** The element with the font of Latin letters. A name that begins with `+` refers to the theme, which has the font itself. */
const LATIN_ELEMENT = /<(?:[\w.-]{1,40}:)?latin\s[^>]{0,400}?typeface="([^"+][^"]{0,60})"/g;
const FONT_PARTS = /^ppt\/(?:slides|slidemasters|theme)\/[^/]+\.xml$/;

const FONTS_LIMIT = 1000;
/** The size of the largest part that is read. */
const PART_LIMIT_BYTES = 67_108_864;

const fontsOf = ({ files, read }: Package): Set<string> => {
  const fonts = new Set<string>();
  for (const [name, file] of files) {
    if (!FONT_PARTS.test(name) || file.size > PART_LIMIT_BYTES) continue;
    for (const [, font] of textOf(read(file)).matchAll(LATIN_ELEMENT)) {
      if (fonts.size === FONTS_LIMIT) return fonts;
      fonts.add(font!);
    }
  }
  return fonts;
};

/** The parts whose text is printed, on slides and on pages of notes. SmartArt has a part of its own. */
const TEXT_PARTS = /^ppt\/(?:slides|slidelayouts|slidemasters|notesslides|notesmasters|diagrams)\/[^/]+\.xml$/;

/**
 * Types of fields that LibreOffice prints as the path of the file, or as its folder, which is the temp folder of the job: all that
 * begin so but the two for its name.
 */
const FOLDER_FIELD = /^file(?![23]$)/;
const NAME_FIELD = "file3";

/** Replaces these fields in the XML of a part with fields for the name alone. Returns undefined if there are none. */
const withoutFolders = (xml: string): string | undefined => {
  const edits = new Edits(xml);
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (tag.isEnd || localName(tag.name) !== "fld") continue;
    const attributes = attributesIn(xml, tag);
    const hasFolder = ({ name, value }: (typeof attributes)[number]) =>
      name === "type" && FOLDER_FIELD.test(unescapeXml(value).trim());
    if (!attributes.some(hasFolder)) continue;
    const written = attributes.map((attribute) => {
      const value = hasFolder(attribute) ? NAME_FIELD : attribute.value.replaceAll('"', "&quot;");
      return ` ${attribute.name}="${value}"`;
    });
    const start = `<${tag.name}${written.join("")}${tag.isEmpty ? "/" : ""}>`;
    edits.reserve(Math.max(0, start.length - (tag.end - tag.start)));
    edits.replace(tag.start, tag.end, start);
  }
  return edits.result;
};

/**
 * The parts of the slides in their order. Throws UNSUPPORTED_MEDIA_TYPE if one is missing, or there is none: LibreOffice would print
 * an empty page.
 */
const slideParts = (officePackage: Package): (string | undefined)[] => {
  const main = officePackage.relationships("").find(({ type }) => type === "officeDocument")?.part ?? "";
  const file = officePackage.files.get(main);
  const slides = file === undefined ? [] : tagsNamed(textOf(officePackage.read(file)), "sldId");
  const parts = new Map(officePackage.relationships(main).map(({ id, part }) => [id, part]));
  if (slides.length === 0) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", "file has no slides.", { reason: "document-empty" });
  }
  return slides.map(({ attributes }) => {
    const part = parts.get(attributes["id"] ?? "");
    if (part !== undefined && !officePackage.files.has(part))
      throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `file is damaged: ${part} is missing.`, {
        reason: "document-damaged",
      });
    return part;
  });
};

/** Prepares a presentation for LibreOffice. Throws UNSUPPORTED_MEDIA_TYPE if a slide is missing, or there is none. */
export const preparePresentation = (officePackage: Package, bytes: Buffer): PreparedPresentation => {
  const slidesInOrder = slideParts(officePackage);
  const rewriting = new PackageRewriter(officePackage);
  removePackagePrefixes(rewriting);
  const hasCharts = prepareCharts(rewriting);
  const textParts = [...officePackage.files].flatMap(([part, { size }]) =>
    TEXT_PARTS.test(part) && size <= PART_LIMIT_BYTES ? part : [],
  );
  for (const part of textParts) {
    rewriting.change(part, withoutFolders);
    rewriting.change(part, withoutWrapping);
  }
  writeSymbolCharacters(rewriting, textParts);
  const slides = textParts.filter((part) => part.startsWith("ppt/slides/"));
  placePlaceholders(rewriting, slides);
  warnOfDiagramTexts(rewriting, slidesInOrder);
  warnOfUndrawnCharacters(rewriting, slides);
  return {
    bytes: rewriting.finish() ?? bytes,
    warnings: rewriting.warnings,
    hasCharts,
    fonts: fontsOf(officePackage),
  };
};
