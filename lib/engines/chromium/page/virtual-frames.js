/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: in virtual time no frames are drawn,
 * so that what waits for one goes on by a timer where that comes first.
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

  const changed = (change) => (typeof change === "function" ? change : change?.update)?.();
  /** What follows is as if the browser had left the transition out, which it may. */
  document.startViewTransition = (change) => {
    const updateCallbackDone = new Promise((resolve) => setTimeout(resolve, 0)).then(() => changed(change));
    const done = updateCallbackDone.then(() => {});
    done.catch(() => {});
    return { updateCallbackDone, ready: done, finished: done, skipTransition: () => {}, types: new Set() };
  };
};
