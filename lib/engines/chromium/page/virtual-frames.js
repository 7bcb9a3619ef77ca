/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: calls the callbacks that wait for a
 * frame from a timer if no frame comes first, because no frames are drawn in virtual time.
 */
export const useVirtualFrames = () => {
  const FRAME_MS = 32;
  const IDLE_MS = 50;
  const { setTimeout, performance } = window;
  /** Schedules a callback with the browser's own function and with a timer; whichever comes first calls it. */
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
  const nativeFrame = window.requestAnimationFrame.bind(window);
  const nativeIdle = window.requestIdleCallback.bind(window);
  const remaining = () => ({ didTimeout: false, timeRemaining: () => IDLE_MS });
  [window.requestAnimationFrame, window.cancelAnimationFrame] = whicheverFirst(nativeFrame, FRAME_MS, () =>
    performance.now(),
  );
  [window.requestIdleCallback, window.cancelIdleCallback] = whicheverFirst(nativeIdle, IDLE_MS, remaining);

  const update = (change) => (typeof change === "function" ? change : change?.update)?.();
  /** Skips the transition, as a browser may do. */
  document.startViewTransition = (change) => {
    const updateCallbackDone = new Promise((resolve) => setTimeout(resolve, 0)).then(() => update(change));
    const done = updateCallbackDone.then(() => {});
    done.catch(() => {});
    return { updateCallbackDone, ready: done, finished: done, skipTransition: () => {}, types: new Set() };
  };
};
