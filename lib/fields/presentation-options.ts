import { type Accepted, boolean, described, fields, integer, mapped, optional, rule } from "../contract/contract.ts";
import { DEFAULT_MARGIN } from "../engines/page-setup.ts";
import { A4, toInches, toPoints } from "../engines/paper.ts";
import type { PresentationOptions } from "../engines/powerpoint-to-pdf.ts";
import { hasRoom, type PageLayout } from "../pdf/pictures/page-layout.ts";
import { formatOption, marginOption, marginsOf } from "./paper-options.ts";
import { paperSetup } from "./printed-paper.ts";

const EXAMPLE = { slidesPerPage: 4 };

const SLIDES_PER_PAGE_LIMIT = 16;

const margin = (side: string) => marginOption(`The ${side} margin of the paper. By default ${DEFAULT_MARGIN}.`);

const optionFields = fields(
  {
    notesPages: optional(
      described(boolean(), { description: "Prints a page for each slide, with its notes below it.", default: false }),
    ),
    hiddenSlides: optional(described(boolean(), { description: "Prints hidden slides too.", default: false })),
    slidesPerPage: optional(
      described(integer(1, SLIDES_PER_PAGE_LIMIT), {
        description: "Slides on a sheet of paper, row by row, each with a frame.",
        default: 1,
      }),
    ),
    format: optional(
      formatOption("The paper, in any letter case. By default the size of the slides, and A4 with slidesPerPage."),
    ),
    landscape: optional(
      described(boolean(), {
        description: "Turns the paper. By default it turns with the slides if one is on a page.",
      }),
    ),
    marginTop: margin("top"),
    marginBottom: margin("bottom"),
    marginLeft: margin("left"),
    marginRight: margin("right"),
  },
  EXAMPLE,
);

type Given = Accepted<typeof optionFields>;

const PAPER_OPTIONS = ["landscape", "marginTop", "marginBottom", "marginLeft", "marginRight"] as const;

const isHandout = ({ format, slidesPerPage = 1 }: Partial<Pick<Given, "format" | "slidesPerPage">>): boolean =>
  format !== undefined || slidesPerPage > 1;

const layoutOf = (given: Given): PageLayout => {
  const { format, landscape, slidesPerPage: perPage = 1 } = given;
  const setup = paperSetup({ ...(format === undefined ? {} : { format }) });
  const { width, height } = setup.paper ?? A4;
  const margin = toInches(DEFAULT_MARGIN) ?? 0;
  const { top = margin, right = margin, bottom = margin, left = margin } = marginsOf(given);
  return {
    paper: { width: toPoints(width), height: toPoints(height) },
    landscape: setup.landscape || (landscape ?? (perPage > 1 ? false : undefined)),
    margins: { top: toPoints(top), right: toPoints(right), bottom: toPoints(bottom), left: toPoints(left) },
    dpi: undefined,
    perPage,
  };
};

const setupOf = (given: Given): PresentationOptions => ({
  notesPages: given.notesPages ?? false,
  hiddenSlides: given.hiddenSlides ?? false,
  handout: isHandout(given) ? layoutOf(given) : undefined,
});

/** The options of PowerPoint to PDF. */
export const presentationOptions = described(
  mapped(
    optionFields.check(
      rule<Given>(
        ({ notesPages = false, slidesPerPage = 1 }) => !notesPages || slidesPerPage === 1,
        "is not for notesPages",
        "slidesPerPage",
      ),
      ...PAPER_OPTIONS.map((name) =>
        rule<Given>((given) => given[name] === undefined || isHandout(given), "needs format or slidesPerPage", name),
      ),
    ),
    setupOf,
  ).check(
    rule<PresentationOptions>(
      ({ handout }) => handout?.paper === undefined || hasRoom(handout.paper, handout),
      "has margins that leave no room on the page",
    ),
  ),
  { id: "PresentationOptions", description: "How a presentation is printed.", examples: [EXAMPLE] },
);
