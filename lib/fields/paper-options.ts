import { described, optional, rule, shortText } from "../contract/contract.ts";
import { PAPERS, paperNamed, toInches } from "../engines/paper.ts";

/** Maximum length of a textual option. */
export const OPTION_LIMIT_CHARACTERS = 1024;

/** The largest page of a PDF: 14,400 points (ISO 32000-2, annex C.2), in inches. */
export const LARGEST_PAPER_INCHES = { width: 200, height: 200 };

/** The option that names a paper. */
export const formatOption = (description: string) =>
  described(
    shortText(OPTION_LIMIT_CHARACTERS).check(
      rule<string>((name) => paperNamed(name) !== undefined, `must be one of ${PAPERS.join(", ")}`),
    ),
    { description, enum: PAPERS },
  );

/** An option for the width of a margin. */
export const marginOption = (description: string) =>
  optional(
    described(
      shortText(OPTION_LIMIT_CHARACTERS).check(
        rule<string>(
          (length) => toInches(length) !== undefined,
          "must be a number of at least 0 with a unit (px, in, cm, mm or pt), such as 1.5cm",
        ),
      ),
      { description, examples: ["1.5cm"] },
    ),
  );

/** An option that was given as a CSS length, in inches. */
export const inches = (length: string | undefined): number | undefined =>
  length === undefined ? undefined : toInches(length);

/** The margins of options in inches. */
export const marginsOf = (
  options: Readonly<Partial<Record<"marginTop" | "marginRight" | "marginBottom" | "marginLeft", string | undefined>>>,
) => ({
  top: inches(options.marginTop),
  right: inches(options.marginRight),
  bottom: inches(options.marginBottom),
  left: inches(options.marginLeft),
});

/** A paper in portrait with margins, in inches. */
interface Sheet {
  readonly paper: { readonly width: number; readonly height: number } | undefined;
  readonly landscape: boolean | undefined;
  readonly margins: Readonly<Record<"top" | "right" | "bottom" | "left", number | undefined>>;
}

/** The rule that margins leave room on the page. If the document chooses its paper, only printing shows it for certain. */
export const leavesRoom = rule<Sheet>(({ paper = LARGEST_PAPER_INCHES, landscape = false, margins }) => {
  const { top = 0, right = 0, bottom = 0, left = 0 } = margins;
  const [width, height] = landscape ? [paper.height, paper.width] : [paper.width, paper.height];
  return left + right < width && top + bottom < height;
}, "has margins that leave no room on the page");
