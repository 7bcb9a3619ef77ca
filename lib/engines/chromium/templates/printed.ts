import { ServiceError } from "../../../errors/service-error.ts";
import type { PageSetup } from "../../page-setup.ts";
import { A4 } from "../../paper.ts";
import { templateHeights } from "../page/template-heights.js";

export const hasTemplates = ({ headerTemplate, footerTemplate }: PageSetup): boolean =>
  headerTemplate !== undefined || footerTemplate !== undefined;

/** Chromium leaves backgrounds out of templates otherwise, also if it prints those of the document. */
const WITH_BACKGROUNDS = "<style>#header,#footer{print-color-adjust:exact}</style>";

/** Chromium prints a header of its own for an empty template. */
const NOTHING = "<span></span>";

/** A template as Chromium gets it. */
const printedTemplate = (template: string | undefined, { printBackground }: PageSetup): string =>
  template === undefined || template === "" ? NOTHING : `${printBackground ? WITH_BACKGROUNDS : ""}${template}`;

/** The parameters of `Page.printToPDF` for the templates; none without them. */
export const templateParameters = (setup: PageSetup) =>
  hasTemplates(setup) && {
    displayHeaderFooter: true,
    headerTemplate: printedTemplate(setup.headerTemplate, setup),
    footerTemplate: printedTemplate(setup.footerTemplate, setup),
  };

const PIXELS_PER_INCH = 96;
const CENTIMETRES_PER_INCH = 2.54;

/** Chromium's distance between the edge of the paper and a template: 15 points. */
const EDGE_INCHES = 15 / 72;
/** The distance between a template and the document if the options give no margin. */
const GAP_INCHES = 6 / 72;
/** Chromium rounds papers and margins by less. */
const ROUNDING_TOLERANCE_INCHES = 1 / 72;

/** The top and bottom margins, in inches, that templates need; 0 without a template. */
export type TemplateRoom = readonly [top: number, bottom: number];

export const NO_ROOM: TemplateRoom = [0, 0];

/** The expression of the margins in inches that header and footer need, for the page. */
export const roomExpression = (setup: PageSetup): string => {
  const { paper = A4, landscape } = setup;
  const width = (landscape ? paper.height : paper.width) * PIXELS_PER_INCH;
  const templates = [setup.headerTemplate, setup.footerTemplate].map((template) => printedTemplate(template, setup));
  const heights = `(${templateHeights})(${JSON.stringify(templates)},${width},${setup.paper !== undefined},${JSON.stringify(setup.title)})`;
  return `${heights}.map((pixels) => pixels && pixels / ${PIXELS_PER_INCH} + ${EDGE_INCHES + GAP_INCHES})`;
};

/** The expression of the least margins of @page rules, from a variable that holds the value of `roomExpression`. */
export const leastMargins = ({ margins }: PageSetup, room: string): string => {
  const top = margins.top === undefined ? `"margin-top":${room}[0]+"in",` : "";
  const bottom = margins.bottom === undefined ? `"margin-bottom":${room}[1]+"in"` : "";
  return `{${top}${bottom}}`;
};

/** Throws INVALID_REQUEST if a margin of the options is too narrow for its template. */
export const assertRoom = ({ margins }: PageSetup, [top, bottom]: TemplateRoom): void => {
  for (const [given, room, margin, template] of [
    [margins.top, top, "marginTop", "headerTemplate"],
    [margins.bottom, bottom, "marginBottom", "footerTemplate"],
  ] as const) {
    const needed = room - GAP_INCHES;
    if (given === undefined || given + ROUNDING_TOLERANCE_INCHES >= needed) continue;
    const centimetres = Math.ceil(needed * CENTIMETRES_PER_INCH * 10) / 10;
    throw new ServiceError(
      "INVALID_REQUEST",
      `options.${margin} leaves no room for ${template}, which needs ${centimetres}cm.`,
      { reason: "margins-too-large" },
    );
  }
};
