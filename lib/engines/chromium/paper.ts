import type { PageSetup } from "../page-setup.ts";

const A4 = { width: 210 / 25.4, height: 297 / 25.4 };
const CENTIMETRE = 1 / 2.54;

const SIDES = ["top", "right", "bottom", "left"] as const;

/**
 * The @page rule that makes what was asked for win over the document's own @page rules, `:first` and named ones
 * included: Chromium itself would scale the document's page onto the given paper, and let its margins win.
 */
export const overrides = ({ paper, landscape, margins }: PageSetup): string => {
  const size = paper && (landscape ? [paper.height, paper.width] : [paper.width, paper.height]);
  const rules = [
    ...(size ? [`size:${size[0]}in ${size[1]}in!important`] : []),
    ...SIDES.flatMap((side) => (margins[side] === undefined ? [] : [`margin-${side}:${margins[side]}in!important`])),
  ];
  return rules.length > 0 ? `@page{${rules.join(";")}}` : "";
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
