import type { PageSetup } from "../../page-setup.ts";
import { A4 } from "../../paper.ts";
import { fitTables } from "./fit.js";
import { fontSizeChoice } from "./font-size-choice.js";
import { addLandscapePages } from "./landscape-pages.js";
import { longWords } from "./long-words.js";
import { tableWidths } from "./table-widths.js";
import { widthEstimate } from "./width-estimate.js";

const CENTIMETRE_INCHES = 1 / 2.54;
/** The margins of a document's pages if the options give none. */
const DEFAULT_MARGIN_INCHES = { block: 1.6 * CENTIMETRE_INCHES, inline: 1.7 * CENTIMETRE_INCHES };
/** Tables are not moved to landscape pages with less height between the margins. */
const LANDSCAPE_MIN_HEIGHT_INCHES = 1.5;
const PIXELS_PER_INCH = 96;

/** The @page rule of a document without margins in the options. */
export const PAGE_RULE = `@page{margin:${DEFAULT_MARGIN_INCHES.block}in ${DEFAULT_MARGIN_INCHES.inline}in}`;

interface TableArea {
  readonly width: number;
  /** The scale at which the page is printed. */
  readonly scale: number;
  /** The width on a landscape page, and the @page rule for such pages; undefined if they are not wider. */
  readonly landscape: { readonly width: number; readonly rule: string } | undefined;
}

const tableArea = ({ paper = A4, landscape, margins, scale }: PageSetup): TableArea => {
  const [width, height] = landscape ? [paper.height, paper.width] : [paper.width, paper.height];
  const {
    top = DEFAULT_MARGIN_INCHES.block,
    right = DEFAULT_MARGIN_INCHES.inline,
    bottom = DEFAULT_MARGIN_INCHES.block,
    left = DEFAULT_MARGIN_INCHES.inline,
  } = margins;
  const room = (side: number) => ((side - left - right) * PIXELS_PER_INCH) / scale;
  const isWider = height > width && width - top - bottom >= LANDSCAPE_MIN_HEIGHT_INCHES;
  const rule = `@page landscape-table{size:${height}in ${width}in}`;
  return { width: room(width), scale, landscape: isWider ? { width: room(height), rule } : undefined };
};

/** The script that makes a document's tables fit its pages. It runs in the page before the document is printed. */
export const tableScript = (setup: PageSetup): string => {
  const area = tableArea(setup);
  const parts = [
    `(${widthEstimate})(${area.width})`,
    `(${tableWidths})((${longWords})())`,
    `(${fontSizeChoice})(${area.scale})`,
    `${addLandscapePages}`,
  ];
  return `(${fitTables})(${JSON.stringify(area)},${parts.join(",")})`;
};
