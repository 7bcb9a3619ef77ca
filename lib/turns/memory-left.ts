import { config } from "../config.ts";
import { MB } from "../settings/megabyte.ts";
import { turns } from "./fair-turns.ts";

/** Milliseconds for which a measurement is used. */
const MEASUREMENT_TTL_MS = 100;

let measurement = { at: Number.NEGATIVE_INFINITY, bytes: 0 };

/**
 * Whether the server may take another request: its own resident memory is below a ceiling in bytes, by default
 * `PLATEN_MEMORY_MB`. Without a running job it always may, because its memory then only waits for the garbage collector.
 */
export const hasMemory = (ceiling = config.memoryMb * MB): boolean => {
  const now = performance.now();
  if (now - measurement.at > MEASUREMENT_TTL_MS) measurement = { at: now, bytes: process.memoryUsage.rss() };
  return measurement.bytes < ceiling || turns.running + turns.waiting === 0;
};
