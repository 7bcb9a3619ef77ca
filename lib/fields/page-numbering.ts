import {
  type Accepted,
  boolean,
  described,
  either,
  fields,
  integer,
  jsonPart,
  mapped,
  number,
  oneOf,
  optional,
  rule,
  shortText,
} from "../contract/contract.ts";
import { POSITIONS } from "../pdf/stamp/placement.ts";
import type { StampLayer, TextStamp } from "../pdf/stamp/stamp.ts";
import { alignmentAt, colourOption, today } from "./stamp-fields.ts";

const TEXT_LIMIT_CHARACTERS = 200;
const NUMBER_LIMIT = 10_000_000;

const DEFAULTS = { text: "{page} / {pages}", position: "bottom", margin: 36, start: 1, fontSize: 10 } as const;
const BLACK = [0, 0, 0] as const;

const numberingFields = fields({
  text: optional(
    described(shortText(TEXT_LIMIT_CHARACTERS).check(rule<string>((text) => text.trim() !== "", "must not be empty")), {
      description:
        "What is drawn. `{page}` is the number of the page, `{pages}` how many the result has, `{date}` today's date (UTC).",
      default: DEFAULTS.text,
    }),
  ),
  position: optional(
    described(oneOf(POSITIONS), { description: "The place on the page.", default: DEFAULTS.position }),
  ),
  margin: optional(
    described(number(0, 14_400), { description: "The distance from the edges, in points.", default: DEFAULTS.margin }),
  ),
  start: optional(
    described(integer(0, NUMBER_LIMIT), { description: "The number of the first page.", default: DEFAULTS.start }),
  ),
  fontSize: optional(described(number(1, 1000), { description: "Points.", default: DEFAULTS.fontSize })),
  color: optional(colourOption),
});

/** How the pages of a result are numbered. */
type Numbering = StampLayer & { readonly text: TextStamp };

const numberingOf = (given: boolean | Accepted<typeof numberingFields>): Numbering | undefined => {
  if (given === false) return undefined;
  const options = given === true ? {} : given;
  const position = options.position ?? DEFAULTS.position;
  return {
    place: position,
    margin: options.margin ?? DEFAULTS.margin,
    angle: 0,
    width: undefined,
    opacity: 1,
    isUnder: false,
    text: {
      text: options.text ?? DEFAULTS.text,
      date: today(),
      start: options.start ?? DEFAULTS.start,
      fontSize: options.fontSize ?? DEFAULTS.fontSize,
      colour: options.color ?? BLACK,
      align: alignmentAt(position),
    },
  };
};

const EXAMPLE = { text: "{page} / {pages}", position: "bottom", fontSize: 10 };

/** The part that numbers the pages of a result. */
export const numberingPart = mapped(
  jsonPart(
    described(
      either(
        boolean(),
        numberingFields,
        `must be true, or an object with some of text, position (${POSITIONS.join(", ")}), margin, start, fontSize and color`,
      ),
      {
        description:
          "Page numbers that are drawn on the result: true, or an object that says which, where and how large.",
        examples: [EXAMPLE],
      },
    ),
  ),
  numberingOf,
);
