import { arrayAt, asList, dictAt, dictOf, get, nameAt, numberAt, resolve } from "../access.ts";
import type { ContentUsage } from "../compress/usage.ts";
import { filtersOf } from "../filters/decode.ts";
import { type Dict, type Ref, Stream } from "../objects.ts";
import { reachableDictionaries } from "../reachable-objects.ts";
import type { Document } from "../read/open.ts";

/** A font of a document: `{ name: "Carlito-Bold", type: "TrueType", isEmbedded: true, isSubset: true }`. */
interface DescribedFont {
  readonly name: string;
  readonly type: string;
  readonly isEmbedded: boolean;
  readonly isSubset: boolean;
}

/** A picture of a document. Its resolution is that of its largest place on a page, if it has one. */
interface DescribedPicture {
  readonly width: number;
  readonly height: number;
  readonly filters: readonly string[];
  readonly bytes: number;
  readonly dpi?: number;
}

/** The bytes of a file by what they hold. */
interface BytesByKind {
  readonly total: number;
  readonly pictures: number;
  readonly fonts: number;
  readonly content: number;
  readonly attachments: number;
  readonly other: number;
}

/** More pictures are not listed. */
const LISTED_PICTURES_LIMIT = 1000;
const FONT_PROGRAMS = ["FontFile", "FontFile2", "FontFile3"];

/** A subset's name begins with six letters and a plus sign (ISO 32000-2, 9.9.2). */
const SUBSET_TAG = /^[A-Z]{6}\+/;

const programOf = (font: Dict): Stream | undefined => {
  const descriptor = dictAt(font, "FontDescriptor");
  return FONT_PROGRAMS.map((key) => get(descriptor, key)).find((program) => program instanceof Stream);
};

/** The font dictionaries of a document, also those that stand in its resources. */
const fontsOf = (catalog: Dict): Dict[] =>
  reachableDictionaries(catalog).filter((dict) => nameAt(dict, "Type") === "Font" || dict.has("BaseFont"));

/** The fonts of a document, each name once. */
export const describeFonts = ({ catalog }: Document): DescribedFont[] => {
  const fonts = new Map<string, DescribedFont>();
  for (const font of fontsOf(catalog)) {
    const type = nameAt(font, "Subtype") ?? "";
    if (type.startsWith("CIDFont")) continue;
    const descendant = dictOf(arrayAt(font, "DescendantFonts")?.[0]);
    const name = nameAt(font, "BaseFont") ?? nameAt(font, "Name") ?? "";
    const isEmbedded = type === "Type3" || programOf(descendant ?? font) !== undefined;
    const shown = name.replace(SUBSET_TAG, "");
    fonts.set(`${name} ${type}`, { name: shown, type, isEmbedded, isSubset: SUBSET_TAG.test(name) });
  }
  return [...fonts.values()];
};

const isPicture = (stream: Stream): boolean => nameAt(stream, "Subtype") === "Image";

/** The streams that are the masks of pictures, and no pictures of their own. */
const masksAmong = (streams: readonly Stream[]): Set<unknown> =>
  new Set(streams.filter(isPicture).flatMap((picture) => [get(picture, "SMask"), get(picture, "Mask")]));

/** The pictures among the streams of a document, in their order. */
export const describePictures = (
  streams: readonly Stream[],
  imageSizes: ContentUsage["imageSizes"],
): DescribedPicture[] => {
  const masks = masksAmong(streams);
  return streams
    .filter((stream) => isPicture(stream) && !masks.has(stream))
    .slice(0, LISTED_PICTURES_LIMIT)
    .map((stream) => {
      const [width, height] = [numberAt(stream, "Width") ?? 0, numberAt(stream, "Height") ?? 0];
      const size = imageSizes.get(stream);
      const dpi = size === undefined ? 0 : Math.round(Math.min((72 * width) / size.width, (72 * height) / size.height));
      const filters = filtersOf(stream).map(({ name }) => name);
      return { width, height, filters, bytes: stream.data.length, ...(dpi > 0 && Number.isFinite(dpi) && { dpi }) };
    });
};

const contentsOf = (pages: readonly Ref[]): Set<Stream> =>
  new Set(
    pages.flatMap((page) =>
      asList(get(page, "Contents"))
        .map(resolve)
        .filter((stream) => stream instanceof Stream),
    ),
  );

/** The bytes of a file by what its streams hold; the rest of the file is `other`. */
export const bytesByKind = ({ catalog, pages, size }: Document, streams: readonly Stream[]): BytesByKind => {
  const contents = contentsOf(pages);
  const programs = new Set(fontsOf(catalog).map(programOf));
  const sums = { pictures: 0, fonts: 0, content: 0, attachments: 0 };
  const kindOf = (stream: Stream): keyof typeof sums | undefined => {
    if (isPicture(stream)) return "pictures";
    if (programs.has(stream)) return "fonts";
    if (contents.has(stream) || nameAt(stream, "Subtype") === "Form") return "content";
    return nameAt(stream, "Type") === "EmbeddedFile" ? "attachments" : undefined;
  };
  for (const stream of streams) {
    const kind = kindOf(stream);
    if (kind !== undefined) sums[kind] += stream.data.length;
  }
  const known = Object.values(sums).reduce((sum, bytes) => sum + bytes, 0);
  return { total: size, ...sums, other: Math.max(0, size - known) };
};
