import { boxSizes } from "./page/box-sizes.js";
import { intersectionGeometry } from "./page/intersection-geometry.js";
import { useKnownWorkers } from "./page/known-workers.js";
import { useMovingClock } from "./page/moving-clock.js";
import { observerChecks } from "./page/observer-checks.js";
import { useVirtualFrames } from "./page/virtual-frames.js";
import { useVirtualIntersections } from "./page/virtual-intersections.js";
import { useVirtualResizes } from "./page/virtual-resizes.js";

/** The greatest height of a page's window; a taller page counts as visible as a whole. */
export const WINDOW_MAX_HEIGHT_PX = 20_000;

const INTERSECTIONS_INTERVAL_MS = 100;
const RESIZES_INTERVAL_MS = 50;

const checks = (intervalMs: number, eventTypes: readonly string[]): string =>
  `(${observerChecks})(${intervalMs},${JSON.stringify(eventTypes)})`;

/** The script that runs in every document before its own: it makes the page independent of frames and of real time. */
export const VIRTUAL_SCRIPTS = [
  `(${useMovingClock})()`,
  `(${useVirtualFrames})()`,
  `(${useVirtualIntersections})(${checks(INTERSECTIONS_INTERVAL_MS, ["resize", "scroll"])},(${intersectionGeometry})(${WINDOW_MAX_HEIGHT_PX}))`,
  `(${useVirtualResizes})(${checks(RESIZES_INTERVAL_MS, ["resize"])},(${boxSizes})())`,
  `(${useKnownWorkers})()`,
].join(";");
