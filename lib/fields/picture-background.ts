import { described, mapped, rule, shortText, textPart } from "../contract/contract.ts";

/** Red, green, blue and opacity, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number];

export const WHITE: Colour = [255, 255, 255, 255];
const TRANSPARENT: Colour = [0, 0, 0, 0];

const TRANSPARENT_KEYWORD = "transparent";
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** The colour of a hexadecimal notation of CSS (CSS Color 4, 5.2), or `transparent`; undefined for another text. */
const parseColour = (source: string): Colour | undefined => {
  if (source.toLowerCase() === TRANSPARENT_KEYWORD) return TRANSPARENT;
  if (!HEX.test(source)) return undefined;
  const digits = [...source.slice(1)];
  const pairs = digits.length < 6 ? digits.map((digit) => digit + digit) : (source.slice(1).match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0, opacity = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue, opacity];
};

const FAULT = "must be a colour such as #ffffff, or transparent";

/** The part that colours what is behind a page. */
export const backgroundPart = mapped(
  textPart(
    described(
      shortText(TRANSPARENT_KEYWORD.length).check(rule<string>((source) => parseColour(source) !== undefined, FAULT)),
      {
        description:
          "The colour behind the page, in a hexadecimal notation of CSS, also with an opacity; or `transparent`. JPEG has no opacity.",
        examples: ["#ffffff", "#fafad2c0", "transparent"],
        default: "#ffffff",
      },
    ),
  ),
  (source) => parseColour(source) ?? WHITE,
);
