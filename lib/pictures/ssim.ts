import { withRaster } from "./raster/raster.ts";

/**
 * Structural similarity of two gray pictures of the same size (Wang et al. 2004), over windows of 8 × 8 pixels in steps
 * of four; 1 is equal.
 */
export const similarity = (a: Uint8Array, b: Uint8Array, width: number, height: number): Promise<number> =>
  withRaster(({ kernels, copyIn }) => kernels.similarity(copyIn(a), copyIn(b), width, height));
