import {
  boolean,
  described,
  type FileKind,
  filePart,
  integer,
  jsonPart,
  mapped,
  number,
  oneOf,
  optional,
  rule,
  shortText,
  textPart,
} from "../contract/contract.ts";
import { kindBySignature, withArticle } from "../contract/file-signature.ts";
import { ServiceError } from "../errors/service-error.ts";
import { POSITIONS } from "../pdf/stamp/placement.ts";
import { parseHexColour } from "./hex-colour.ts";
import { pagesPart } from "./page-selection.ts";
import { pdfFile } from "./pdf-file.ts";

/** The most characters of a stamp. */
const TEXT_LIMIT_CHARACTERS = 2000;
/** The longest side of a page in points (ISO 32000-2, annex C.2). */
const SIDE_LIMIT_PT = 14_400;
/** Bytes at the beginning of a file in which the root of an SVG picture begins. */
const SVG_HEAD_BYTES = 65_536;

const isSvg = (bytes: Uint8Array): boolean =>
  kindBySignature(bytes) === undefined &&
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(SVG_HEAD_BYTES, bytes.length)).includes("<svg");

/** A picture that can be drawn on pages. */
const pictureFile: FileKind = {
  name: "PNG, JPEG or SVG",
  check: (bytes) => {
    const kind = kindBySignature(bytes);
    if (kind === "PNG image" || kind === "JPEG image" || isSvg(bytes)) return;
    const fault =
      kind === undefined ? "is no PNG, JPEG or SVG picture" : `is ${withArticle(kind)}, not PNG, JPEG or SVG`;
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", fault);
  },
};

const OPAQUE = 255;

/** Red, green and blue, 0 to 1 each. */
const componentsOf = (colour: string): [red: number, green: number, blue: number] => {
  const [red = 0, green = 0, blue = 0] = (parseHexColour(colour) ?? []).map((component) => component / 255);
  return [red, green, blue];
};

const colour = described(
  shortText(9).check(
    rule<string>((value) => parseHexColour(value)?.[3] === OPAQUE, "must be a colour without opacity, such as #c00000"),
  ),
  {
    description: "The colour of the text, in a hexadecimal notation of CSS.",
    default: "#000000",
    examples: ["#c00000"],
  },
);

/** A colour as an option. */
export const colourOption = mapped(colour, componentsOf);

/** What `{date}` stands for: the day in UTC, such as `2026-01-31`. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** How the lines of a text are aligned at a place of the page. */
export const alignmentAt = (position: string): "left" | "right" | "center" => {
  if (position.endsWith("left")) return "left";
  return position.endsWith("right") ? "right" : "center";
};

const points = (description: string) =>
  optional(described(jsonPart(number(-SIDE_LIMIT_PT, SIDE_LIMIT_PT)), { description }));

/** The parts that say what is drawn on the pages, of which a request has one. */
const MARKS = ["text", "image", "stamp"] as const;

/** The parts of a stamp beside the file. */
export const stampParts = {
  text: optional(
    described(
      textPart(
        shortText(TEXT_LIMIT_CHARACTERS).check(rule<string>((value) => value.trim() !== "", "must not be empty")),
      ),
      {
        description:
          "A text, of one or several lines. `{page}` is the number of the page, `{pages}` how many there are, `{date}` today's date (UTC, such as 2026-01-31).",
        examples: ["{page} / {pages}"],
      },
    ),
  ),
  image: optional(described(filePart(pictureFile), { description: "A picture: PNG, JPEG or SVG." })),
  stamp: optional(described(filePart(pdfFile), { description: "A PDF file, whose first page is drawn." })),
  pages: optional(pagesPart("The pages that get the stamp; all by default.")),
  position: optional(
    described(textPart(oneOf(POSITIONS)), { description: "The place on the page.", default: "center" }),
  ),
  margin: points("The distance from the edges of the page, in points; 36 by default."),
  x: points("The distance of the stamp's left edge from that of the page, in points; with `y`, instead of `position`."),
  y: points("The distance of the stamp's upper edge from that of the page, in points."),
  width: optional(
    described(jsonPart(number(1, SIDE_LIMIT_PT)), {
      description: "The width of the stamp in points. By default its own, or a smaller one that fits on the page.",
    }),
  ),
  angle: optional(
    described(jsonPart(number(-360, 360)), { description: "Degrees, clockwise.", default: 0, examples: ["-45"] }),
  ),
  opacity: optional(
    described(jsonPart(number(0.01, 1)), { description: "1 covers what is below.", default: 1, examples: ["0.3"] }),
  ),
  under: optional(
    described(jsonPart(boolean()), {
      description: "Whether the content of the page covers the stamp.",
      default: false,
    }),
  ),
  fontSize: optional(described(jsonPart(number(1, 1000)), { description: "Points; for `text`.", default: 24 })),
  color: optional(mapped(textPart(colour), componentsOf)),
  start: optional(
    described(jsonPart(integer(0, 10_000_000)), {
      description:
        "The number of the first stamped page, from which the others are counted. By default pages keep theirs.",
    }),
  ),
  offset: optional(
    described(jsonPart(integer(-10_000_000, 10_000_000)), { description: "What is added to `{page}`.", default: 0 }),
  ),
};

type Given = Readonly<Partial<Record<keyof typeof stampParts, unknown>>>;

const hasOneMark = rule<Given>(
  (given) => MARKS.filter((name) => given[name] !== undefined).length === 1,
  "must be given, or image, or stamp, and only one of them",
  "text",
);

const isPlacedOnce = rule<Given>(
  ({ x, y, position, margin }) =>
    (x === undefined) === (y === undefined) && (x === undefined || (position === undefined && margin === undefined)),
  "must be given with y, and without position and margin",
  "x",
);

const ofText = (["fontSize", "color", "start", "offset"] as const).map((name) =>
  rule<Given>((given) => given.text !== undefined || given[name] === undefined, "is only for text", name),
);

/** The rules for these parts together. */
export const stampRules = [hasOneMark, isPlacedOnce, ...ofText] as const;
