/**
 * Runs in the page before its document's scripts, so it uses nothing from outside itself: makes the time of the page begin now.
 * The page is older than its document, by the time for which its browser waited.
 */
export const useOwnOrigin = () => {
  const TIMES = /(?:Start|End|Interactive|Complete)$/;
  const originMs = performance.now();
  const since = (time) => Math.max(0, time - originMs);
  /** Changes what an attribute reads as. */
  const change = (prototype, name, changed) => {
    const attribute = Object.getOwnPropertyDescriptor(prototype, name);
    if (attribute?.get === undefined) return;
    const get = function () {
      return changed(attribute.get.call(this), this);
    };
    Object.defineProperty(prototype, name, { ...attribute, get });
  };
  const changeTimes = (prototype, changed) => {
    for (const name of Object.keys(prototype)) if (TIMES.test(name)) change(prototype, name, changed);
  };
  const [{ now, mark, measure }, { timeOrigin }] = [Performance.prototype, performance];
  const startTime = Math.floor(timeOrigin + originMs);
  /** The options of a mark or a measure with the browser's own times. */
  const withNativeTimes = (options) => {
    if (typeof options !== "object" || options === null) return options;
    const native = { ...options };
    for (const name of ["startTime", "start", "end"]) if (typeof native[name] === "number") native[name] += originMs;
    return native;
  };
  Object.assign(Performance.prototype, {
    now() {
      return now.call(this) - originMs;
    },
    mark(name, options) {
      return mark.call(this, name, withNativeTimes(options));
    },
    measure(name, options, ...rest) {
      return measure.call(this, name, withNativeTimes(options), ...rest);
    },
  });
  change(Performance.prototype, "timeOrigin", (time) => time + originMs);
  change(Event.prototype, "timeStamp", since);
  change(PerformanceEntry.prototype, "startTime", since);
  change(PerformanceEntry.prototype, "duration", (time, entry) =>
    entry.entryType === "navigation" ? since(time) : time,
  );
  changeTimes(PerformanceResourceTiming.prototype, since);
  changeTimes(PerformanceNavigationTiming.prototype, since);
  changeTimes(PerformanceTiming.prototype, (time) => (time === 0 ? 0 : Math.max(time, startTime)));
};
