import { type Accepted, boolean, described, number, optional, rule, shortText } from "../contract/contract.ts";
import { DEFAULT_MARGIN, type PageSetup, PLAIN_PAGE } from "../engines/page-setup.ts";
import { paperNamed, toInches } from "../engines/paper.ts";
import {
  formatOption,
  inches,
  LARGEST_PAPER_INCHES,
  marginOption,
  marginsOf,
  OPTION_LIMIT_CHARACTERS,
} from "./paper-options.ts";
import { author, lang, pdfA, title } from "./property-options.ts";
import { failOnResource, waitTimeout } from "./wait-options.ts";

const isPaperSide = (inches: number | undefined): boolean =>
  inches !== undefined && inches > 0 && inches <= LARGEST_PAPER_INCHES.width;

const margin = (side: string) =>
  marginOption(
    `The ${side} margin, in px, in, cm, mm or pt. By default the one in CSS \`@page\`, else ${DEFAULT_MARGIN}.`,
  );

const format = formatOption("The paper, in any letter case. By default the size in CSS `@page`, else A4.");

const landscape = described(boolean(), { description: "Turns the paper.", default: PLAIN_PAGE.landscape });

const printBackground = described(boolean(), {
  description: "Prints CSS backgrounds and colours.",
  default: PLAIN_PAGE.printBackground,
});

const omitBackground = described(boolean(), {
  description: "Leaves out the colour that a dark colour scheme gives to the whole page. Other pages have none.",
  default: PLAIN_PAGE.omitBackground,
});

const scale = described(number(0.1, 2), { description: "Enlarges or reduces the page.", default: PLAIN_PAGE.scale });

const side = (name: string) =>
  described(
    shortText(OPTION_LIMIT_CHARACTERS).check(
      rule<string>((length) => isPaperSide(toInches(length)), "must be more than 0 and at most 200in, such as 10cm"),
    ),
    { description: `The ${name} of the paper, in px, in, cm, mm or pt; instead of \`format\`.`, examples: ["10cm"] },
  );

/** Options that show how options are written. */
export const EXAMPLE = { format: "A5", marginTop: "2cm" };

/** The options of everything that is printed on paper. */
export const paperFields = {
  format: optional(format),
  landscape: optional(landscape),
  marginTop: margin("top"),
  marginBottom: margin("bottom"),
  marginLeft: margin("left"),
  marginRight: margin("right"),
  printBackground: optional(printBackground),
  omitBackground: optional(omitBackground),
  scale: optional(scale),
  waitTimeout: optional(waitTimeout),
  width: optional(side("width")),
  height: optional(side("height")),
  failOnResource: optional(failOnResource),
  title: optional(title),
  author: optional(author),
  lang: optional(lang),
  pdfA: optional(pdfA),
};

type Field = keyof typeof paperFields;
/** The values that these options may have. */
type PaperOptions = { readonly [Name in Field]?: Accepted<(typeof paperFields)[Name]> };

const isWide = (format: string | undefined) => format !== undefined && paperNamed(format)?.isLandscape === true;

/** The paper of the options. A width and a height stay as they are, unless `landscape` turns them. */
const paperOf = ({ format, width, height, landscape }: PaperOptions) => {
  if (format !== undefined) return paperNamed(format);
  const [across, down] = [inches(width), inches(height)];
  if (across === undefined || down === undefined) return undefined;
  const [short, long] = [Math.min(across, down), Math.max(across, down)];
  return landscape ? { width: short, height: long } : { width: across, height: down };
};

/** The page setup of these options, without what needs a browser. */
export const paperSetup = (options: PaperOptions): PageSetup => ({
  ...PLAIN_PAGE,
  paper: paperOf(options),
  landscape: (options.landscape ?? PLAIN_PAGE.landscape) || isWide(options.format),
  margins: marginsOf(options),
  printBackground: options.printBackground ?? PLAIN_PAGE.printBackground,
  omitBackground: options.omitBackground ?? PLAIN_PAGE.omitBackground,
  scale: options.scale ?? PLAIN_PAGE.scale,
  waitTimeout: options.waitTimeout ?? PLAIN_PAGE.waitTimeout,
  failOnResource: options.failOnResource ?? PLAIN_PAGE.failOnResource,
  title: options.title,
  author: options.author,
  lang: options.lang,
  pdfA: options.pdfA,
});

type Size = Pick<PaperOptions, "format" | "width" | "height">;

/** A paper is given by its format, or by its width and its height, but not by both. */
export const sizeRules = [
  rule<Size>(({ width, height }) => width === undefined || height !== undefined, "is missing beside width", "height"),
  rule<Size>(({ width, height }) => height === undefined || width !== undefined, "is missing beside height", "width"),
  rule<Size>(({ format, width }) => format === undefined || width === undefined, "excludes width and height", "format"),
];
