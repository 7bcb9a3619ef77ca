import { described, mapped, rule, shortText, textPart } from "../contract/contract.ts";
import { type Colour, parseHexColour } from "./hex-colour.ts";

export const WHITE: Colour = [255, 255, 255, 255];
const TRANSPARENT: Colour = [0, 0, 0, 0];

const TRANSPARENT_KEYWORD = "transparent";

const parseColour = (source: string): Colour | undefined =>
  source.toLowerCase() === TRANSPARENT_KEYWORD ? TRANSPARENT : parseHexColour(source);

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
