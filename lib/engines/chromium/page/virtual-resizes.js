/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: a Resize Observer (W3C) that needs no
 * frames, because none are drawn in virtual time.
 *
 * @param {ReturnType<typeof import("./frameless-observer.js").framelessObserver>} observerClass
 * @param {ReturnType<typeof import("./box-sizes.js").boxSizes>} sizes
 */
export const useVirtualResizes = (observerClass, { boxesOf, entryOf }) => {
  const addTarget = (targets, target, { box = "content-box" }) => {
    targets.delete(target);
    targets.set(target, { box, size: "0 0" });
  };
  const changedEntries = (targets) => {
    const entries = [];
    for (const [target, state] of targets) {
      const boxes = boxesOf(target);
      const size = (state.box === "border-box" ? boxes.border : boxes.content).join(" ");
      if (size !== state.size) entries.push(entryOf(target, boxes));
      state.size = size;
    }
    return entries;
  };

  window.ResizeObserver = class ResizeObserver extends observerClass(addTarget, changedEntries) {};
};
