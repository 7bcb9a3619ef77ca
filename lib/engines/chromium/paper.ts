import type { PageSetup } from "../page-setup.ts";
import { A4 } from "../paper.ts";
import { NO_ROOM, type TemplateRoom } from "./templates/printed.ts";

/** `DEFAULT_MARGIN`. */
const DEFAULT_MARGIN_INCHES = 1 / 2.54;

const SIDES = ["top", "right", "bottom", "left"] as const;

/**
 * The @page declarations that override the document's own declarations, also those of `:first` and of named pages. Without
 * them Chromium would scale the document's page onto the given paper, and would prefer the document's margins.
 */
export const pageDeclarations = ({ paper, landscape, margins }: PageSetup): Record<string, string> => {
  const size = paper && (landscape ? [paper.height, paper.width] : [paper.width, paper.height]);
  const sides = SIDES.filter((side) => margins[side] !== undefined);
  return {
    ...(size && { size: `${size[0]}in ${size[1]}in` }),
    ...Object.fromEntries(sides.map((side) => [`margin-${side}`, `${margins[side]}in`])),
  };
};

/** Parameters of `Page.printToPDF`. Paper and margins apply if the document's @page sets none. */
export const printParameters = (
  { paper = A4, landscape, margins, printBackground, scale, pageRanges }: PageSetup,
  [top, bottom]: TemplateRoom = NO_ROOM,
) => ({
  paperWidth: paper.width,
  paperHeight: paper.height,
  landscape,
  marginTop: margins.top ?? Math.max(DEFAULT_MARGIN_INCHES, top),
  marginRight: margins.right ?? DEFAULT_MARGIN_INCHES,
  marginBottom: margins.bottom ?? Math.max(DEFAULT_MARGIN_INCHES, bottom),
  marginLeft: margins.left ?? DEFAULT_MARGIN_INCHES,
  preferCSSPageSize: true,
  printBackground,
  scale,
  ...(pageRanges !== undefined && { pageRanges }),
});
