import { described, integer, jsonPart, number, oneOf, optional, rule, textPart } from "../contract/contract.ts";
import type { Colour } from "./hex-colour.ts";
import { backgroundPart, WHITE } from "./picture-background.ts";

/** How pages are drawn if nothing else is asked for: `dpi` in pixels an inch, `quality` from 1 to 100. */
export const PICTURE_DEFAULTS = { format: "png", dpi: 150, quality: 85, background: WHITE } as const;

const format = described(oneOf(["png", "jpeg", "webp"]), {
  description: "The format of the pictures.",
  default: PICTURE_DEFAULTS.format,
});

const dpi = described(number(20, 600), {
  description: "The resolution in pixels per inch. It excludes `width`.",
  default: PICTURE_DEFAULTS.dpi,
});

const width = described(integer(1, 14_400), {
  description: "The width of each picture in pixels; its height follows from the page. It excludes `dpi`.",
});

const quality = described(integer(1, 100), {
  description: "The quality of JPEG and WebP. PNG loses nothing.",
  default: PICTURE_DEFAULTS.quality,
});

/** The parts that say how pages are drawn. */
export const picturePagesParts = {
  format: optional(textPart(format)),
  dpi: optional(jsonPart(dpi)),
  width: optional(jsonPart(width)),
  background: optional(backgroundPart),
  quality: optional(jsonPart(quality)),
};

interface Given {
  readonly format?: string | undefined;
  readonly dpi?: unknown;
  readonly width?: unknown;
  readonly quality?: unknown;
  readonly background?: Colour | undefined;
}

/** The rules for these parts together. */
export const picturePagesRules = [
  rule<Given>(({ dpi, width }) => dpi === undefined || width === undefined, "must not be given beside dpi", "width"),
  rule<Given>(
    ({ format = PICTURE_DEFAULTS.format, quality }) => quality === undefined || format !== "png",
    "must not be given for png, which loses nothing",
    "quality",
  ),
  rule<Given>(
    ({ format, background = WHITE }) => format !== "jpeg" || background[3] === 255,
    "must have no opacity for jpeg",
    "background",
  ),
];
