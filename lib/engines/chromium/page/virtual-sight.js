/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: tells what comes into view without a
 * frame, which virtual time does not draw (Intersection Observer, W3C). What lies in the window is in view, covered or not;
 * so is what lies in as much of the page as it is told to count as seen.
 *
 * @param {number} tallest a window of so many pixels stands for one without an end
 */
export const useVirtualSight = (tallest) => {
  const LOOK_MS = 100;
  const { setTimeout, performance } = window;
  const watching = new Set();
  let asked = false;
  const look = () => {
    asked = false;
    for (const observer of [...watching]) observer.look();
    if (watching.size > 0) setTimeout(ask, LOOK_MS);
  };
  const ask = () => {
    if (!asked) setTimeout(look, 0);
    asked = true;
  };
  for (const type of ["resize", "scroll"]) addEventListener(type, () => watching.size > 0 && ask(), true);
  const sides = (margin) => {
    const [top = "0px", right = top, bottom = top, left = right] = margin.trim().split(/\s+/);
    return [top, right, bottom, left];
  };
  const pixels = (text, whole) => (Number.parseFloat(text) || 0) * (text.endsWith("%") ? whole / 100 : 1);
  const boundsOf = (root, margin) => {
    const seen = Math.max(innerHeight, window[Symbol.for("seen")] ?? 0);
    const height = seen < tallest ? seen : Number.MAX_SAFE_INTEGER;
    const box = root instanceof Element ? root.getBoundingClientRect() : new DOMRect(0, 0, innerWidth, height);
    const [top, right, bottom, left] = sides(margin).map((text, side) =>
      pixels(text, side % 2 ? box.width : box.height),
    );
    return new DOMRect(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom);
  };
  const common = (one, other) => {
    const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
    const [width, height] = [Math.min(one.right, other.right) - left, Math.min(one.bottom, other.bottom) - top];
    return width >= 0 && height >= 0 ? new DOMRect(left, top, width, height) : undefined;
  };

  window.IntersectionObserver = class IntersectionObserver {
    #callback;
    #told = new Map();
    constructor(callback, { root = null, rootMargin = "0px", threshold = 0 } = {}) {
      this.#callback = callback;
      const thresholds = [threshold].flat();
      Object.assign(this, { root, rootMargin, thresholds: thresholds.length > 0 ? thresholds : [0] });
    }
    observe(target) {
      if (!this.#told.has(target)) this.#told.set(target, undefined);
      watching.add(this);
      ask();
    }
    unobserve(target) {
      this.#told.delete(target);
      if (this.#told.size === 0) watching.delete(this);
    }
    disconnect() {
      this.#told.clear();
      watching.delete(this);
    }
    takeRecords() {
      return [];
    }
    #entry(target, rootBounds) {
      const box = target.getBoundingClientRect();
      const seen = target.getClientRects().length > 0 ? common(box, rootBounds) : undefined;
      const [area, whole] = [(seen?.width ?? 0) * (seen?.height ?? 0), box.width * box.height];
      const intersectionRatio = seen === undefined ? 0 : whole > 0 ? Math.min(1, area / whole) : 1;
      const boxes = { boundingClientRect: box, intersectionRect: seen ?? new DOMRect(), rootBounds };
      const isIntersecting = seen !== undefined;
      return {
        target,
        isIntersecting,
        isVisible: isIntersecting,
        intersectionRatio,
        time: performance.now(),
        ...boxes,
      };
    }
    look() {
      const bounds = boundsOf(this.root, this.rootMargin);
      const entries = [];
      for (const [target, told] of this.#told) {
        const entry = this.#entry(target, bounds);
        const reached = this.thresholds.filter((threshold) => threshold <= entry.intersectionRatio).length;
        const state = entry.isIntersecting ? reached : -1;
        this.#told.set(target, state);
        if (state !== told) entries.push(entry);
      }
      if (entries.length > 0) this.#callback.call(this, entries, this);
    }
  };
};
