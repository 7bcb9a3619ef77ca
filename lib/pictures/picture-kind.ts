/** The kinds of pictures that are distinguished by their first bytes. */
export type PictureKind = "jpeg" | "png" | "tiff" | "webp" | "gif" | "bmp" | "avif" | "heic" | "jpx" | "svg";

const JPX_FILE = "\0\0\0\x0cjP  \r\n\x87\n";
const JPX_CODESTREAM = "\xff\x4f\xff\x51";
const TIFF_STARTS = ["II*\0", "MM\0*", "II+\0", "MM\0+"];
const AVIF_BRANDS = ["avif", "avis"];
const HEIC_BRANDS = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"];
const BMP_HEADS: readonly number[] = [12, 16, 40, 52, 56, 64, 108, 124];
/** Bytes at the beginning of a file in which the root of an SVG picture begins. */
const SVG_HEAD_BYTES = 65_536;

/** The brands of a file of the HEIF family (ISO/IEC 14496-12, 4.3): its own first, then those that it is compatible with. */
const brandsOf = (bytes: Buffer): string[] => {
  if (bytes.toString("latin1", 4, 8) !== "ftyp") return [];
  const end = Math.min(bytes.readUInt32BE(0), 256, bytes.length);
  const brands = [bytes.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString("latin1", at, at + 4));
  return brands;
};

/** What may stand before the root of XML, by its start, with its end: comments, instructions, the type of the document. */
const BEFORE_ROOT = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;

/** The position after what begins at a position and has this end; -1 if it has none. */
const endOf = (text: string, at: number, start: string, end: string): number => {
  const close = text.indexOf(end, at + start.length);
  const bracket = start === "<!" && close >= 0 ? text.slice(at, close).indexOf("[") : -1;
  if (bracket < 0) return close < 0 ? -1 : close + end.length;
  // Declarations in brackets have ends of their own.
  const until = text.indexOf("]", at + bracket);
  const last = until < 0 ? -1 : text.indexOf(end, until);
  return last < 0 ? -1 : last + end.length;
};

/** The text from the root of XML on, or from where it is no XML. */
const fromRoot = (text: string): string => {
  for (let at = 0; at >= 0; ) {
    while (/\s/.test(text.charAt(at))) at++;
    const [start, end] = BEFORE_ROOT.find(([begin]) => text.startsWith(begin, at)) ?? [];
    if (start === undefined || end === undefined) return text.slice(at);
    at = endOf(text, at, start, end);
  }
  return "";
};

/** Whether text holds an SVG picture. */
const isSvg = (bytes: Buffer): boolean => {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const head = bytes.toString("latin1", 0, SVG_HEAD_BYTES);
  const text = isUtf16 ? head.slice(2).replaceAll("\0", "") : head.replace(/^\xef\xbb\xbf/, "");
  return /^<(?:[\w.-]{1,64}:)?svg[\s/>]/.test(fromRoot(text));
};

/** What kind of picture a file is, whatever it is called; undefined for other files. */
export const pictureKind = (bytes: Buffer): PictureKind | undefined => {
  const start = bytes.toString("latin1", 0, 12);
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (TIFF_STARTS.some((signature) => start.startsWith(signature))) return "tiff";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "webp";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  if (start === JPX_FILE || start.startsWith(JPX_CODESTREAM)) return "jpx";
  if (start.startsWith("BM") && bytes.length > 26 && BMP_HEADS.includes(bytes.readUInt32LE(14))) return "bmp";
  const brands = brandsOf(bytes);
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return "avif";
  if (brands.some((brand) => HEIC_BRANDS.includes(brand))) return "heic";
  return isSvg(bytes) ? "svg" : undefined;
};
