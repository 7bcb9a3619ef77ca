/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: lets observers check their targets
 * without a frame. All observers are checked in a separate task, soon after one is added or an event of the window, and
 * again after each interval.
 *
 * @param {number} intervalMs
 * @param {readonly string[]} eventTypes events of the window that may change what is observed
 * @returns {{ add: (observer: { check(): void }) => void, remove: (observer: { check(): void }) => void }}
 */
export const observerChecks = (intervalMs, eventTypes) => {
  const { setTimeout } = window;
  const observers = new Set();
  let isRequested = false;
  const check = () => {
    isRequested = false;
    for (const observer of [...observers]) observer.check();
    if (observers.size > 0) setTimeout(request, intervalMs);
  };
  const request = () => {
    if (!isRequested) setTimeout(check, 0);
    isRequested = true;
  };
  for (const type of eventTypes) addEventListener(type, () => observers.size > 0 && request(), true);
  const add = (observer) => {
    observers.add(observer);
    request();
  };
  return { add, remove: (observer) => void observers.delete(observer) };
};
