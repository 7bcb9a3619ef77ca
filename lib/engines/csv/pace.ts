import { ServiceError } from "../../errors.ts";

/** Parts of the time allowed: after which work a pace is believed, and how much more of it a forecast may need. */
const BELIEVED = 0.15;
const DOUBT = 1.3;

const MEGABYTE = 1_048_576;

/**
 * Watches the pace of a table of so many bytes that may take so many milliseconds. What it gives is told how many bytes
 * are done, and throws PROCESSING_FAILED, saying how large the file is and how large it may be, when it is plain that
 * the whole cannot be done: better then than at the deadline. Only this thread's work counts: a moment in which the machine
 * was busy elsewhere says nothing of the file.
 */
export const paceOf = (whole: number, allowed: number): ((done: number) => void) => {
  const begun = process.threadCpuUsage();
  return (done) => {
    const { user, system } = process.threadCpuUsage(begun);
    const took = (user + system) / 1000;
    if (took < allowed * BELIEVED || (took * whole) / done <= allowed * DOUBT) return;
    const [have, most] = [whole, (done * allowed) / took].map((size) => (size / MEGABYTE).toFixed(whole < 1e7 ? 1 : 0));
    throw new ServiceError(
      "PROCESSING_FAILED",
      `The file has ${have} MB of CSV: about ${most} MB of its kind can be printed within ${allowed / 1000} s.`,
    );
  };
};
