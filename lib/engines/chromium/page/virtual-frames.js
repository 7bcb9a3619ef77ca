/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: in virtual time no frames are drawn,
 * so that what waits for one goes on by a timer where that comes first; and everything observed is reported as seen.
 */
export const useVirtualFrames = () => {
  const FRAME_MS = 32;
  const IDLE_MS = 50;
  const { setTimeout, performance } = window;
  /** Gives a callback to the browser's own scheduler and to a timer: whichever comes first calls it. */
  const whicheverFirst = (schedule, delay, argument) => {
    const waiting = new Map();
    const request = (callback, options) => {
      const run = () => waiting.delete(id) && callback(argument());
      const id = schedule(run, options);
      waiting.set(id, run);
      setTimeout(run, delay);
      return id;
    };
    return [request, (id) => void waiting.delete(id)];
  };
  const own = window.requestAnimationFrame.bind(window);
  const idle = window.requestIdleCallback.bind(window);
  const remaining = () => ({ didTimeout: false, timeRemaining: () => IDLE_MS });
  [window.requestAnimationFrame, window.cancelAnimationFrame] = whicheverFirst(own, FRAME_MS, () => performance.now());
  [window.requestIdleCallback, window.cancelIdleCallback] = whicheverFirst(idle, IDLE_MS, remaining);

  window.IntersectionObserver = class IntersectionObserver {
    #callback;
    #targets = new Set();
    constructor(callback, { root = null, rootMargin = "0px", threshold = 0 } = {}) {
      this.#callback = callback;
      Object.assign(this, { root, rootMargin, thresholds: [threshold].flat() });
    }
    observe(target) {
      this.#targets.add(target);
      setTimeout(() => {
        if (!this.#targets.has(target)) return;
        const box = target.getBoundingClientRect();
        const boxes = { boundingClientRect: box, intersectionRect: box, rootBounds: box };
        const entry = { target, isIntersecting: true, isVisible: true, intersectionRatio: 1, time: performance.now() };
        this.#callback.call(this, [{ ...entry, ...boxes }], this);
      }, 0);
    }
    unobserve(target) {
      this.#targets.delete(target);
    }
    disconnect() {
      this.#targets.clear();
    }
    takeRecords() {
      return [];
    }
  };
};
