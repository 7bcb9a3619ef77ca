import {
  type Accepted,
  boolean,
  described,
  fields,
  integer,
  mapped,
  number,
  oneOf,
  optional,
  rule,
  shortText,
} from "../contract/contract.ts";
import type { PictureSetup } from "../engines/chromium/picture.ts";
import { pictureFault } from "../engines/chromium/picture-size.ts";
import { type PageSetup, PLAIN_PAGE, type Viewport } from "../engines/page-setup.ts";
import { failOnResource, waitForExpression, waitForSelector, waitTimeout } from "./wait-options.ts";

const SELECTOR_LIMIT_CHARACTERS = 4096;
const SIDE_LIMIT = 10_000;

const DEFAULTS = { width: 1280, height: 800, deviceScaleFactor: 1, format: "png", quality: 80 } as const;

const width = described(integer(1, SIDE_LIMIT), {
  description: "The width of the window in CSS pixels.",
  default: DEFAULTS.width,
});

const height = described(integer(1, SIDE_LIMIT), {
  description: "The height of the window in CSS pixels.",
  default: DEFAULTS.height,
});

const deviceScaleFactor = described(number(0.1, 4), {
  description: "Pixels of the picture for each CSS pixel.",
  default: DEFAULTS.deviceScaleFactor,
});

const fullPage = described(boolean(), {
  description: "Shows the whole page, as far as it can be scrolled, instead of the window.",
  default: false,
});

const selector = described(shortText(SELECTOR_LIMIT_CHARACTERS), {
  description:
    "Shows only the first element that matches this CSS selector, with what lies over and under it. Chromium judges whether it is a selector.",
  examples: ["#chart"],
});

const format = described(oneOf(["png", "jpeg", "webp"]), {
  description: "The format of the picture.",
  default: DEFAULTS.format,
});

const quality = described(integer(1, 100), {
  description: "The quality of JPEG and WebP. 80 if it is not given.",
  examples: [DEFAULTS.quality],
});

const transparent = described(boolean(), {
  description: "Leaves out the white under the page, in PNG and WebP.",
  default: false,
});

const emulateMedia = described(oneOf(["screen", "print"]), { description: "The CSS media type.", default: "screen" });

const EXAMPLE = { width: 800, fullPage: true };

const optionFields = fields(
  {
    width: optional(width),
    height: optional(height),
    deviceScaleFactor: optional(deviceScaleFactor),
    fullPage: optional(fullPage),
    selector: optional(selector),
    format: optional(format),
    quality: optional(quality),
    transparent: optional(transparent),
    waitForSelector,
    waitForExpression: optional(waitForExpression),
    waitTimeout: optional(waitTimeout),
    emulateMedia: optional(emulateMedia),
    failOnResource: optional(failOnResource),
  },
  EXAMPLE,
);

type Options = Accepted<typeof optionFields>;

const viewportOf = (options: Options): Viewport => ({
  width: options.width ?? DEFAULTS.width,
  height: options.height ?? DEFAULTS.height,
  deviceScaleFactor: options.deviceScaleFactor ?? DEFAULTS.deviceScaleFactor,
});

const rules = [
  rule<Options>(
    ({ format, quality }) => quality === undefined || (format ?? "png") !== "png",
    "is only for jpeg and webp",
    "quality",
  ),
  rule<Options>(
    ({ format, transparent }) => !transparent || format !== "jpeg",
    "is only for png and webp",
    "transparent",
  ),
  rule<Options>(({ fullPage, selector }) => !fullPage || selector === undefined, "excludes selector", "fullPage"),
];

/** How a page is shown, and the picture that is made of it. */
interface PicturePage {
  readonly pageSetup: PageSetup;
  readonly picture: PictureSetup;
}

const picturePage = (options: Options): PicturePage => {
  const viewport = viewportOf(options);
  return {
    pageSetup: {
      ...PLAIN_PAGE,
      viewport,
      omitBackground: options.transparent ?? false,
      waitForSelector: options.waitForSelector ?? undefined,
      waitForExpression: options.waitForExpression,
      waitTimeout: options.waitTimeout ?? PLAIN_PAGE.waitTimeout,
      emulateMedia: options.emulateMedia,
      failOnResource: options.failOnResource ?? PLAIN_PAGE.failOnResource,
    },
    picture: {
      viewport,
      fullPage: options.fullPage ?? false,
      selector: options.selector,
      format: options.format ?? DEFAULTS.format,
      quality: options.quality ?? DEFAULTS.quality,
    },
  };
};

/** The picture of a page without options. */
export const PLAIN_PICTURE = picturePage({});

const isDrawable = ({ picture }: PicturePage): boolean => pictureFault(picture.viewport, picture) === undefined;

/** The options of a picture of a page. */
export const pictureOptions = described(
  mapped(optionFields.check(...rules), picturePage).check(
    rule(
      isDrawable,
      "asks for a window of too many pixels: width, height or deviceScaleFactor is too large",
      undefined,
      "too-many-pixels",
    ),
  ),
  { id: "PictureOptions", description: "How a page is shown, and what its picture is.", examples: [EXAMPLE] },
);
