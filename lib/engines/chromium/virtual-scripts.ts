import { useKnownWorkers } from "./page/known-workers.js";
import { useMovingClock } from "./page/moving-clock.js";
import { useVirtualFrames } from "./page/virtual-frames.js";
import { useVirtualSight } from "./page/virtual-sight.js";
import { useVirtualSizes } from "./page/virtual-sizes.js";

/** The tallest that a page's window is made, in pixels: all of a page that is taller counts as in view. */
export const TALLEST_WINDOW_PX = 20_000;

/** Script for every document before its own: it goes on without frames, and without real time. Its workers are known. */
export const VIRTUAL_SCRIPTS = [
  `(${useMovingClock})()`,
  `(${useVirtualFrames})()`,
  `(${useVirtualSight})(${TALLEST_WINDOW_PX})`,
  `(${useVirtualSizes})()`,
  `(${useKnownWorkers})()`,
].join(";");
