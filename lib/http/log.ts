import { channel } from "node:diagnostics_channel";
import { config } from "../config.ts";
import { embeddedMetrics } from "./emf.ts";
import type { LogEntry } from "./log-entry.ts";

/** Where an error came from, without its message: that may quote the document. */
const trace = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [typeof error];
  // A message may have lines that look like frames.
  const frames = (error.stack ?? "").replace(error.message, "").split("\n");
  const places = frames.filter((line) => /^\s+at /.test(line));
  return [error.name, ...places.slice(0, 6).map((line) => line.trim().replace(/\?.*?(?=:\d)/, ""))];
};

const write = (entry: Record<string, unknown>): void => {
  process.stderr.write(`${JSON.stringify(entry)}\n`);
};

/** Logs a failure that no client is told of, and what was being done. Nothing of a document is in it. */
export const logFailure = (doing: string, error: unknown): void => {
  const cause = error instanceof Error ? error.cause : undefined;
  write({ failure: doing, trace: trace(error), ...(cause === undefined ? {} : { cause: trace(cause) }) });
};

/** Where the entry of each request is published. */
export const requests = channel("platen:request");

/** Tells of a request: in one line of JSON, unless the operator wants none, and to whoever counts. */
export const logRequest = (entry: LogEntry): void => {
  if (config.log) write(config.onLambda ? { ...entry, ...embeddedMetrics(entry, Date.now()) } : { ...entry });
  requests.publish(entry);
};
