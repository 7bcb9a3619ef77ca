import type { PageSetup } from "../../page-setup.ts";
import { A4 } from "../../paper.ts";

const CENTIMETRE = 1 / 2.54;
/** Margins of a document's pages where nobody names any, in inches. */
const MARGIN = { block: 1.6 * CENTIMETRE, inline: 1.7 * CENTIMETRE };
/** Height in inches under which a page that lies on its side holds no table. */
const LEAST_HEIGHT = 1.5;
const PIXELS_PER_INCH = 96;

/** The rule for the pages of a document that names no margins. */
export const PAGE_RULE = `@page{margin:${MARGIN.block}in ${MARGIN.inline}in}`;

/** The room that tables have, in pixels of CSS. */
export interface TableArea {
  readonly width: number;
  /** How many times its size a pixel is printed. */
  readonly scale: number;
  /** The width on a page that lies on its side, where that is wider, and the rule for such pages. */
  readonly across: { readonly width: number; readonly rule: string } | undefined;
}

/** The room that a document's tables have on its pages. */
export const tableArea = ({ paper = A4, landscape, margins, scale }: PageSetup): TableArea => {
  const [width, height] = landscape ? [paper.height, paper.width] : [paper.width, paper.height];
  const { top = MARGIN.block, right = MARGIN.inline, bottom = MARGIN.block, left = MARGIN.inline } = margins;
  const room = (side: number) => ((side - left - right) * PIXELS_PER_INCH) / scale;
  const isWider = height > width && width - top - bottom >= LEAST_HEIGHT;
  const rule = `@page across{size:${height}in ${width}in}`;
  return { width: room(width), scale, across: isWider ? { width: room(height), rule } : undefined };
};
