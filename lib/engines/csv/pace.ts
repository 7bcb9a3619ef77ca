import { tooComplex } from "../../errors/document-errors.ts";
import { MB } from "../../settings/megabyte.ts";

/** The share of the time limit after which a forecast is reliable. */
const FORECAST_MIN_TIME_SHARE = 0.15;
/** The factor by which a forecast may exceed the limit. */
const FORECAST_TOLERANCE = 1.3;

/**
 * Returns a function that checks the pace at which a file of `totalBytes` is written. It takes the number of bytes done. It
 * throws PROCESSING_FAILED as soon as the whole file clearly cannot be written within `limitMs`; the message says how
 * large the file is and how large it may be. Only the CPU time of this thread counts, because other load on the machine
 * says nothing about the file.
 */
export const watchPace = (totalBytes: number, limitMs: number): ((doneBytes: number) => void) => {
  const start = process.threadCpuUsage();
  return (doneBytes) => {
    const { user, system } = process.threadCpuUsage(start);
    const spentMs = (user + system) / 1000;
    if (spentMs < limitMs * FORECAST_MIN_TIME_SHARE) return;
    if ((spentMs * totalBytes) / doneBytes <= limitMs * FORECAST_TOLERANCE) return;
    const megabytes = (bytes: number) => (bytes / MB).toFixed(totalBytes < 1e7 ? 1 : 0);
    const [size, limit] = [megabytes(totalBytes), megabytes((doneBytes * limitMs) / spentMs)];
    throw tooComplex(
      `The file has ${size} MB of CSV: about ${limit} MB of its kind can be printed within ${limitMs / 1000} s.`,
    );
  };
};
