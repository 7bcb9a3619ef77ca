import { boxSizes } from "./page/box-sizes.js";
import { useCountedErrors } from "./page/counted-errors.js";
import { framelessObserver } from "./page/frameless-observer.js";
import { intersectionGeometry } from "./page/intersection-geometry.js";
import { useKnownWorkers } from "./page/known-workers.js";
import { useMovingClock } from "./page/moving-clock.js";
import { observerChecks } from "./page/observer-checks.js";
import { useOwnChance } from "./page/own-chance.js";
import { useOwnOrigin } from "./page/own-origin.js";
import { useStandingMarquees } from "./page/standing-marquees.js";
import { useVirtualFrames } from "./page/virtual-frames.js";
import { useVirtualIntersections } from "./page/virtual-intersections.js";
import { useVirtualResizes } from "./page/virtual-resizes.js";

/** The maximum height of a page's window. All of a taller page counts as visible. */
export const WINDOW_MAX_HEIGHT_PX = 20_000;

const INTERSECTIONS_INTERVAL_MS = 100;
const RESIZES_INTERVAL_MS = 50;

const observerClass = (intervalMs: number, eventTypes: readonly string[]): string =>
  `(${framelessObserver})((${observerChecks})(${intervalMs},${JSON.stringify(eventTypes)}))`;

/** The script that runs in every document before the document's scripts. It makes the page independent of frames and of real time. */
export const VIRTUAL_SCRIPTS = [
  `(${useMovingClock})()`,
  `(${useVirtualFrames})()`,
  `(${useVirtualIntersections})(${observerClass(INTERSECTIONS_INTERVAL_MS, ["resize", "scroll"])},(${intersectionGeometry})(${WINDOW_MAX_HEIGHT_PX}))`,
  `(${useVirtualResizes})(${observerClass(RESIZES_INTERVAL_MS, ["resize"])},(${boxSizes})())`,
  `(${useKnownWorkers})()`,
  `(${useCountedErrors})()`,
  `(${useStandingMarquees})()`,
].join(";");

/** The script that makes the time of a page begin with the document that is set in it. */
export const OWN_ORIGIN_SCRIPT = `(${useOwnOrigin})()`;

/** The script by which the random numbers of a fork are its own. */
export const OWN_CHANCE_SCRIPT = `(${useOwnChance})()`;
