import { ServiceError } from "../../errors.ts";

/** The share of the time limit after which a forecast is reliable, and by how many times a forecast may exceed the limit. */
const FORECAST_MIN_TIME_SHARE = 0.15;
const FORECAST_TOLERANCE = 1.3;

const MEGABYTE_BYTES = 1_048_576;

/**
 * Watches the pace at which a file of `totalBytes` is written within `limitMs`. The function that it gives takes the
 * number of bytes done. That function throws PROCESSING_FAILED as soon as the whole file clearly cannot be written in
 * time; the message says how large the file is and how large it may be. Only this thread's CPU time counts, because load
 * elsewhere on the machine says nothing about the file.
 */
export const watchPace = (totalBytes: number, limitMs: number): ((doneBytes: number) => void) => {
  const start = process.threadCpuUsage();
  return (doneBytes) => {
    const { user, system } = process.threadCpuUsage(start);
    const spentMs = (user + system) / 1000;
    if (spentMs < limitMs * FORECAST_MIN_TIME_SHARE) return;
    if ((spentMs * totalBytes) / doneBytes <= limitMs * FORECAST_TOLERANCE) return;
    const megabytes = (bytes: number) => (bytes / MEGABYTE_BYTES).toFixed(totalBytes < 1e7 ? 1 : 0);
    const [size, limit] = [megabytes(totalBytes), megabytes((doneBytes * limitMs) / spentMs)];
    throw new ServiceError(
      "PROCESSING_FAILED",
      `The file has ${size} MB of CSV: about ${limit} MB of its kind can be printed within ${limitMs / 1000} s.`,
    );
  };
};
