import type { PageSetup } from "../page-setup.ts";
import { A4 } from "../paper.ts";

const CENTIMETRE = 1 / 2.54;

const SIDES = ["top", "right", "bottom", "left"] as const;

/**
 * The declarations of @page that are to win over the document's own, `:first` and named ones included: Chromium itself
 * would scale the document's page onto the given paper, and let its margins win.
 */
export const pageDeclarations = ({ paper, landscape, margins }: PageSetup): Record<string, string> => {
  const size = paper && (landscape ? [paper.height, paper.width] : [paper.width, paper.height]);
  const sides = SIDES.filter((side) => margins[side] !== undefined);
  return {
    ...(size && { size: `${size[0]}in ${size[1]}in` }),
    ...Object.fromEntries(sides.map((side) => [`margin-${side}`, `${margins[side]}in`])),
  };
};

/** Parameters of `Page.printToPDF`: what holds where neither the caller nor the document's @page says anything. */
export const printParameters = ({ paper = A4, landscape, margins, printBackground, scale }: PageSetup) => ({
  paperWidth: paper.width,
  paperHeight: paper.height,
  landscape,
  marginTop: margins.top ?? CENTIMETRE,
  marginRight: margins.right ?? CENTIMETRE,
  marginBottom: margins.bottom ?? CENTIMETRE,
  marginLeft: margins.left ?? CENTIMETRE,
  preferCSSPageSize: true,
  printBackground,
  scale,
});
