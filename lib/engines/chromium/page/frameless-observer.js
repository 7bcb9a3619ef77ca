/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: gives a function that makes the base
 * class of an observer without frames, because none are drawn in virtual time. The observers check their targets in a
 * separate task, soon after a target is added or an event of the window, and again after each interval.
 *
 * @typedef {Map<Element, unknown>} Targets what an observer knows of each target
 * @param {number} intervalMs
 * @param {readonly string[]} eventTypes events of the window that may change what is observed
 * @returns {(
 *   addTarget: (targets: Targets, target: Element, options: object) => void,
 *   changedEntries: (targets: Targets, observer: object) => object[],
 * ) => new (callback: Function) => object} `changedEntries` gives the entries of the targets that have changed
 */
export const framelessObserver = (intervalMs, eventTypes) => {
  const { setTimeout } = window;
  const observers = new Set();
  let isRequested = false;
  const checkAll = () => {
    isRequested = false;
    for (const observer of [...observers]) observer.check();
    if (observers.size > 0) setTimeout(request, intervalMs);
  };
  const request = () => {
    if (!isRequested) setTimeout(checkAll, 0);
    isRequested = true;
  };
  for (const type of eventTypes) addEventListener(type, () => observers.size > 0 && request(), true);

  return (addTarget, changedEntries) =>
    class {
      #callback;
      #targets = new Map();
      constructor(callback) {
        this.#callback = callback;
      }
      observe(target, options = {}) {
        addTarget(this.#targets, target, options);
        observers.add(this);
        request();
      }
      unobserve(target) {
        this.#targets.delete(target);
        if (this.#targets.size === 0) observers.delete(this);
      }
      disconnect() {
        this.#targets.clear();
        observers.delete(this);
      }
      check() {
        const entries = changedEntries(this.#targets, this);
        if (entries.length > 0) this.#callback.call(this, entries, this);
      }
    };
};
