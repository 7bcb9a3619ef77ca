import { channel } from "node:diagnostics_channel";
import { config } from "../config.ts";
import { embeddedMetrics } from "./embedded-metrics.ts";
import type { LogEntry } from "./log-entry.ts";

/** The name and stack of an error, without its message, which may quote the document. */
const trace = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [typeof error];
  // A message may have lines that look like stack frames.
  const frames = (error.stack ?? "").replace(error.message, "").split("\n");
  const places = frames.filter((line) => /^\s+at /.test(line));
  return [error.name, ...places.slice(0, 6).map((line) => line.trim().replace(/\?.*?(?=:\d)/, ""))];
};

const write = (entry: Record<string, unknown>): void => {
  process.stderr.write(`${JSON.stringify(entry)}\n`);
};

/** Logs a failure that no client is told, with the action that failed. The line holds nothing of a document. */
export const logFailure = (action: string, error: unknown): void => {
  const cause = error instanceof Error ? error.cause : undefined;
  write({ failure: action, trace: trace(error), ...(cause === undefined ? {} : { cause: trace(cause) }) });
};

/** The channel on which the entry of each request is published. */
export const requests = channel("platen:request");

/** Writes a request's entry to the log, unless logging is off, and publishes it. */
export const logRequest = (entry: LogEntry): void => {
  if (config.log) write(config.onLambda ? { ...entry, ...embeddedMetrics(entry, Date.now()) } : { ...entry });
  requests.publish(entry);
};
