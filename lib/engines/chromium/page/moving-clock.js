/**
 * Runs in the page before its own scripts, so it uses nothing from outside itself: lets clocks go on for a script that
 * reads them until some time is over. In virtual time they stand still within a task, and it would never end.
 */
export const useMovingClock = () => {
  /** In real time a clock does not show one time so often. */
  const READS_LIMIT = 10_000;
  const STEP_MS = 0.1;
  const OwnDate = Date;
  const own = performance.now.bind(performance);
  let shown = 0;
  let reads = 0;
  let ahead = 0;
  const look = () => {
    const now = own();
    reads = now === shown ? reads + 1 : 0;
    shown = now;
    if (reads > READS_LIMIT) ahead += STEP_MS;
    return now + ahead;
  };
  const date = () => {
    look();
    return OwnDate.now() + Math.floor(ahead);
  };
  Performance.prototype.now = look;
  window.Date = new Proxy(OwnDate, {
    construct: (target, values, made) => Reflect.construct(target, values.length > 0 ? values : [date()], made),
    apply: (target) => new target(date()).toString(),
    get: (target, name, receiver) => (name === "now" ? date : Reflect.get(target, name, receiver)),
  });
  OwnDate.prototype.constructor = window.Date;
};
