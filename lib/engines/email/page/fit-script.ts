import { DEFAULT_MARGIN, type PageSetup } from "../../page-setup.ts";
import { A4, toInches } from "../../paper.ts";
import { fitBodies } from "./fit-bodies.js";

const PIXELS_PER_INCH = 96;
/** Bodies are not made smaller than this: their text could not be read. */
const LEAST_ZOOM = 0.25;

/** The script that makes bodies of messages fit the paper. */
export const fitScript = ({ paper = A4, landscape, margins, scale }: PageSetup, messages: number): string => {
  const margin = toInches(DEFAULT_MARGIN) ?? 0;
  const { left = margin, right = margin } = margins;
  const width = landscape ? paper.height : paper.width;
  return `(${fitBodies})(${Math.floor(((width - left - right) * PIXELS_PER_INCH) / scale)},${LEAST_ZOOM},${messages})`;
};
