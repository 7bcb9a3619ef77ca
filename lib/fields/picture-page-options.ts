import {
  type Accepted,
  boolean,
  described,
  fields,
  integer,
  mapped,
  number,
  optional,
  rule,
  shortText,
} from "../contract/contract.ts";
import { DEFAULT_MARGIN } from "../engines/page-setup.ts";
import { A4, PAPERS, paperNamed, toInches } from "../engines/paper.ts";
import { hasRoom, type PageLayout } from "../pdf/pictures/page-layout.ts";
import { LARGEST_PAPER_INCHES, marginOption, marginsOf, OPTION_LIMIT_CHARACTERS } from "./paper-options.ts";
import { paperFields, paperSetup, sizeRules } from "./printed-paper.ts";
import { author, lang, title } from "./property-options.ts";

/** The format in which each page has the size of its picture. */
const FIT = "fit";
const FORMATS = [FIT, ...PAPERS];

const INCH_POINTS = 72;
/** Pictures on a page. */
const PER_PAGE_LIMIT = 64;

const isFit = (format: string | undefined): boolean => format?.toLowerCase() === FIT;

const margin = (side: string) =>
  marginOption(`The ${side} margin, in px, in, cm, mm or pt. By default 0 with \`fit\`, else ${DEFAULT_MARGIN}.`);

const EXAMPLE = { format: "A4", marginTop: "2cm", perPage: 2 };

const optionFields = fields(
  {
    format: optional(
      described(
        shortText(OPTION_LIMIT_CHARACTERS).check(
          rule<string>((name) => isFit(name) || paperNamed(name) !== undefined, `must be one of ${FORMATS.join(", ")}`),
        ),
        {
          description:
            "The paper, in any letter case, in which pictures are as large as they can be; or `fit`: each page has the size of its picture, by the resolution that it states, else by 96 pixels an inch. By default `fit`, and A4 with `perPage`.",
          enum: FORMATS,
        },
      ),
    ),
    width: paperFields.width,
    height: paperFields.height,
    landscape: optional(
      described(boolean(), {
        description: "Turns the paper, or not. By default paper with one picture turns as its picture does.",
      }),
    ),
    marginTop: margin("top"),
    marginBottom: margin("bottom"),
    marginLeft: margin("left"),
    marginRight: margin("right"),
    dpi: optional(
      described(number(10, 10_000), {
        description:
          "The resolution of all pictures of pixels, instead of their own. On paper they are then not enlarged.",
      }),
    ),
    perPage: optional(
      described(integer(1, PER_PAGE_LIMIT), { description: "Pictures on a page, row by row.", default: 1 }),
    ),
    title: optional(title),
    author: optional(author),
    lang: optional(lang),
  },
  EXAMPLE,
).check(
  ...sizeRules,
  rule<{ readonly format?: string | undefined; readonly perPage?: number | undefined }>(
    ({ format, perPage = 1 }) => perPage === 1 || !isFit(format),
    "needs a paper, not fit",
    "perPage",
  ),
);

const points = (inches: number): number => inches * INCH_POINTS;

/** How pictures become pages, and what the document says of itself. */
const setupOf = ({ format, dpi, perPage = 1, ...given }: Accepted<typeof optionFields>) => {
  const isSized = given.width !== undefined;
  const setup = paperSetup({ ...given, ...(isFit(format) || format === undefined ? {} : { format }) });
  const paper = setup.paper ?? (perPage > 1 ? A4 : undefined);
  const margins = marginsOf(given);
  const margin = paper === undefined ? 0 : (toInches(DEFAULT_MARGIN) ?? 0);
  const { top = margin, right = margin, bottom = margin, left = margin } = margins;
  const layout: PageLayout = {
    paper: paper && { width: points(paper.width), height: points(paper.height) },
    landscape: isSized || setup.landscape ? setup.landscape : given.landscape,
    margins: { top: points(top), right: points(right), bottom: points(bottom), left: points(left) },
    ...{ dpi, perPage },
  };
  return { layout, title: given.title, author: given.author, lang: given.lang };
};

const LARGEST_PAPER = {
  width: points(LARGEST_PAPER_INCHES.width),
  height: points(LARGEST_PAPER_INCHES.height),
};

/** How pictures become pages if nothing is asked for. */
export const PLAIN_PICTURE_PAGES = setupOf({});

/** The options of image to PDF. */
export const picturePageOptions = described(
  mapped(optionFields, setupOf).check(
    rule<ReturnType<typeof setupOf>>(
      ({ layout }) => hasRoom(layout.paper ?? LARGEST_PAPER, layout),
      "has margins that leave no room on the page",
    ),
  ),
  { id: "PicturePageOptions", description: "How pictures become pages.", examples: [EXAMPLE] },
);
