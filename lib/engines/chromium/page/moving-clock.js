/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: advances the clocks for a script that
 * reads them in a loop. In virtual time the clocks stand still within a task, so such a loop would never end.
 */
export const useMovingClock = () => {
  /** More reads of the same time count as a loop. In real time a clock never gives the same time that often. */
  const READS_LIMIT = 10_000;
  const STEP_MS = 0.1;
  const NativeDate = Date;
  const nativeNow = performance.now.bind(performance);
  let lastTime = 0;
  let sameReads = 0;
  let aheadMs = 0;
  const readClock = () => {
    const now = nativeNow();
    sameReads = now === lastTime ? sameReads + 1 : 0;
    lastTime = now;
    if (sameReads > READS_LIMIT) aheadMs += STEP_MS;
    return now + aheadMs;
  };
  const date = () => {
    readClock();
    return NativeDate.now() + Math.floor(aheadMs);
  };
  Performance.prototype.now = readClock;
  window.Date = new Proxy(NativeDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length > 0 ? values : [date()], newTarget),
    apply: (target) => new target(date()).toString(),
    get: (target, name, receiver) => (name === "now" ? date : Reflect.get(target, name, receiver)),
  });
  NativeDate.prototype.constructor = window.Date;
};
