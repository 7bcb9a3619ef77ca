import { DEFAULT_MARGIN, type PageSetup } from "../../page-setup.ts";
import { A4, toInches } from "../../paper.ts";
import { fitBodies } from "./fit-bodies.js";

const PIXELS_PER_INCH = 96;
/** Below this, text could not be read. */
const ZOOM_MINIMUM = 0.25;

/** The script that scales the bodies of messages down to the width of the paper. */
export const fitScript = ({ paper = A4, landscape, margins, scale }: PageSetup, messages: number): string => {
  const margin = toInches(DEFAULT_MARGIN) ?? 0;
  const { left = margin, right = margin } = margins;
  const width = landscape ? paper.height : paper.width;
  return `(${fitBodies})(${Math.floor(((width - left - right) * PIXELS_PER_INCH) / scale)},${ZOOM_MINIMUM},${messages})`;
};
