/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: returns a function that makes the base
 * class of an observer that needs no frames, because none are drawn in virtual time.
 *
 * @typedef {Map<Element, unknown>} Targets what an observer knows of each target
 * @param {ReturnType<typeof import("./observer-checks.js").observerChecks>} checks
 * @returns {(
 *   addTarget: (targets: Targets, target: Element, options: object) => void,
 *   changedEntries: (targets: Targets, observer: object) => object[],
 * ) => new (callback: Function) => object} `changedEntries` returns the entries of the targets that have changed
 */
export const framelessObserver = (checks) => (addTarget, changedEntries) =>
  class {
    #callback;
    #targets = new Map();
    constructor(callback) {
      this.#callback = callback;
    }
    observe(target, options = {}) {
      addTarget(this.#targets, target, options);
      checks.add(this);
    }
    unobserve(target) {
      this.#targets.delete(target);
      if (this.#targets.size === 0) checks.remove(this);
    }
    disconnect() {
      this.#targets.clear();
      checks.remove(this);
    }
    check() {
      const entries = changedEntries(this.#targets, this);
      if (entries.length > 0) this.#callback.call(this, entries, this);
    }
  };
