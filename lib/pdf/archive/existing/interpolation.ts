import type { Warning } from "../../../output/warnings.ts";
import { get, numberAt } from "../../access.ts";
import type { ContentUsage } from "../../compress/usage.ts";

/** Finer pictures look the same whether readers interpolate them or not. */
const FINE_DPI = 150;
const POINTS_PER_INCH = 72;

const REMOVED: Warning = {
  code: "interpolation-removed",
  message:
    "Coarse pictures are no longer interpolated, which PDF/A forbids: readers that smoothed them may show their pixels (ISO 19005-2, 6.2.8).",
};

/** A warning if coarse pictures of a document ask readers to interpolate them (ISO 32000-2, 8.9.5.3). */
export const interpolationWarnings = ({ imageSizes }: ContentUsage): Warning[] => {
  const isSmoothed = [...imageSizes].some(([image, { width }]) => {
    const dpi = ((numberAt(image, "Width") ?? 0) * POINTS_PER_INCH) / width;
    return get(image, "Interpolate") === true && dpi < FINE_DPI;
  });
  return isSmoothed ? [REMOVED] : [];
};
