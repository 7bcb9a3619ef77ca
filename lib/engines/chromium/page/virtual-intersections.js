/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: an Intersection Observer (W3C) that
 * needs no frames, because none are drawn in virtual time. An element within the window counts as visible, even if another
 * one covers it.
 *
 * @param {ReturnType<typeof import("./frameless-observer.js").framelessObserver>} observerClass
 * @param {ReturnType<typeof import("./intersection-geometry.js").intersectionGeometry>} geometry
 */
export const useVirtualIntersections = (observerClass, { rootBounds, entryOf }) => {
  const addTarget = (targets, target) => {
    if (!targets.has(target)) targets.set(target, undefined);
  };
  /** A target changes when it reaches or leaves a threshold; -1 is the state of one that does not intersect. */
  const changedEntries = (targets, { root, rootMargin, thresholds }) => {
    const bounds = rootBounds(root, rootMargin);
    const entries = [];
    for (const [target, known] of targets) {
      const entry = entryOf(target, bounds);
      const reached = thresholds.filter((threshold) => threshold <= entry.intersectionRatio).length;
      const state = entry.isIntersecting ? reached : -1;
      targets.set(target, state);
      if (state !== known) entries.push(entry);
    }
    return entries;
  };

  window.IntersectionObserver = class IntersectionObserver extends observerClass(addTarget, changedEntries) {
    constructor(callback, { root = null, rootMargin = "0px", threshold = 0 } = {}) {
      super(callback);
      const thresholds = [threshold].flat();
      Object.assign(this, { root, rootMargin, thresholds: thresholds.length > 0 ? thresholds : [0] });
    }
    takeRecords() {
      return [];
    }
  };
};
