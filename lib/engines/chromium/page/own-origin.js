/**
 * Makes the times that the page reads begin now. The browser opened the page in advance, so the page is older than its document.
 * Runs in the page before the scripts of the document, so it uses nothing from outside this function.
 */
export const useOwnOrigin = () => {
  const TIMES = /(?:Start|End|Interactive|Complete)$/;
  const originMs = performance.now();
  const since = (time) => Math.max(0, time - originMs);
  /** Changes the value that an attribute returns. */
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
  /** The options of a mark or a measure, with times as the browser counts them. */
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
