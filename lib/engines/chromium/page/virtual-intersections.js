/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: an Intersection Observer (W3C) that
 * needs no frames, because none are drawn in virtual time. What lies in the window counts as visible, even if covered.
 *
 * @param {ReturnType<typeof import("./observer-checks.js").observerChecks>} checks
 * @param {ReturnType<typeof import("./intersection-geometry.js").intersectionGeometry>} geometry
 */
export const useVirtualIntersections = (checks, { rootBounds, intersection }) => {
  const { performance } = window;
  const entryOf = (target, bounds) => {
    const box = target.getBoundingClientRect();
    const visible = target.getClientRects().length > 0 ? intersection(box, bounds) : undefined;
    const isIntersecting = visible !== undefined;
    const [area, whole] = [(visible?.width ?? 0) * (visible?.height ?? 0), box.width * box.height];
    return {
      target,
      isIntersecting,
      isVisible: isIntersecting,
      intersectionRatio: !isIntersecting ? 0 : whole > 0 ? Math.min(1, area / whole) : 1,
      time: performance.now(),
      boundingClientRect: box,
      intersectionRect: visible ?? new DOMRect(),
      rootBounds: bounds,
    };
  };

  window.IntersectionObserver = class IntersectionObserver {
    #callback;
    #states = new Map();
    constructor(callback, { root = null, rootMargin = "0px", threshold = 0 } = {}) {
      this.#callback = callback;
      const thresholds = [threshold].flat();
      Object.assign(this, { root, rootMargin, thresholds: thresholds.length > 0 ? thresholds : [0] });
    }
    observe(target) {
      if (!this.#states.has(target)) this.#states.set(target, undefined);
      checks.add(this);
    }
    unobserve(target) {
      this.#states.delete(target);
      if (this.#states.size === 0) checks.remove(this);
    }
    disconnect() {
      this.#states.clear();
      checks.remove(this);
    }
    takeRecords() {
      return [];
    }
    check() {
      const bounds = rootBounds(this.root, this.rootMargin);
      const entries = [];
      for (const [target, known] of this.#states) {
        const entry = entryOf(target, bounds);
        const reached = this.thresholds.filter((threshold) => threshold <= entry.intersectionRatio).length;
        const state = entry.isIntersecting ? reached : -1;
        this.#states.set(target, state);
        if (state !== known) entries.push(entry);
      }
      if (entries.length > 0) this.#callback.call(this, entries, this);
    }
  };
};
