import type { PageSetup } from "../../page-setup.ts";
import { A4 } from "../../paper.ts";

const CENTIMETRE_INCHES = 1 / 2.54;
/** The margins of a document's pages where the options name none. */
const DEFAULT_MARGIN_INCHES = { block: 1.6 * CENTIMETRE_INCHES, inline: 1.7 * CENTIMETRE_INCHES };
/** A landscape page with less height between its margins holds no table. */
const LANDSCAPE_MIN_HEIGHT_INCHES = 1.5;
const PIXELS_PER_INCH = 96;

/** The @page rule of a document without margins in the options. */
export const PAGE_RULE = `@page{margin:${DEFAULT_MARGIN_INCHES.block}in ${DEFAULT_MARGIN_INCHES.inline}in}`;

/** The room that tables have, in CSS pixels. */
export interface TableArea {
  readonly width: number;
  /** The scale at which a pixel is printed. */
  readonly scale: number;
  /** The width on a landscape page, and the @page rule for such pages; undefined where that is not wider. */
  readonly landscape: { readonly width: number; readonly rule: string } | undefined;
}

/** The room that a document's tables have on its pages. */
export const tableArea = ({ paper = A4, landscape, margins, scale }: PageSetup): TableArea => {
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
