/** Bytes a second that every transfer must bring, measured over a period. */
const LEAST_BYTES_PER_SECOND = 10_000;
/** Milliseconds over which the rate of a transfer is measured. */
export const RATE_PERIOD_MS = 30_000;
/** How often it is measured in a period. */
const MARKS_PER_PERIOD = 30;

/** Seconds in which a body of announced length must be able to arrive at the least rate. */
const ARRIVAL_LIMIT_SECONDS = 300;

/** The least bytes a second for a body of `bytes` bytes: a large one must arrive faster, so that it is not held for hours. */
export const rateFor = (bytes: number): number =>
  Math.max(LEAST_BYTES_PER_SECOND, Math.ceil(bytes / ARRIVAL_LIMIT_SECONDS));

/** Calls `cut` when the bytes of the last period are below the least rate. Returns a function that ends the watch. */
export const watchRate = (
  transferred: () => number,
  bytesPerSecond: number,
  cut: () => void,
  periodMs = RATE_PERIOD_MS,
): (() => void) => {
  const marks: number[] = [];
  const timer = setInterval(() => {
    const bytes = transferred();
    marks.push(bytes);
    const before = marks.length > MARKS_PER_PERIOD ? marks.shift() : undefined;
    if (before !== undefined && bytes - before < (bytesPerSecond * periodMs) / 1000) cut();
  }, periodMs / MARKS_PER_PERIOD);
  return () => clearInterval(timer);
};
