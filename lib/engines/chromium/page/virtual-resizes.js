/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: a Resize Observer (W3C) that needs no
 * frames, because none are drawn in virtual time.
 *
 * @param {ReturnType<typeof import("./observer-checks.js").observerChecks>} checks
 * @param {ReturnType<typeof import("./box-sizes.js").boxSizes>} sizes
 */
export const useVirtualResizes = (checks, { boxesOf, entryOf }) => {
  window.ResizeObserver = class ResizeObserver {
    #callback;
    #states = new Map();
    constructor(callback) {
      this.#callback = callback;
    }
    observe(target, { box = "content-box" } = {}) {
      this.#states.delete(target);
      this.#states.set(target, { box, size: "0 0" });
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
    check() {
      const entries = [];
      for (const [target, state] of this.#states) {
        const boxes = boxesOf(target);
        const size = (state.box === "border-box" ? boxes.border : boxes.content).join(" ");
        if (size !== state.size) entries.push(entryOf(target, boxes));
        state.size = size;
      }
      if (entries.length > 0) this.#callback.call(this, entries, this);
    }
  };
};
