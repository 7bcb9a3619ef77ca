import { channel } from "node:diagnostics_channel";
import { config } from "../config.ts";
import { embeddedMetrics } from "./emf.ts";

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

/** What is told of a request, in the log and in every figure: this and nothing else. */
export interface Entry {
  readonly id: string;
  /** The endpoint's path; `upload` for a body that is sent ahead to this server, `none` for what reaches no endpoint. */
  readonly operation: string;
  readonly account?: string | undefined;
  /** The key's last 4 characters. */
  readonly key?: string | undefined;
  readonly status: number;
  readonly code?: string | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly ms: number;
  readonly authMs?: number;
  readonly bodyMs?: number;
  readonly meterMs?: number;
  readonly queueMs?: number;
  readonly workMs?: number;
  /** Whether it was the first of its process. */
  readonly cold: boolean;
  readonly credits: number;
  readonly engine?: string | undefined;
  /** Reservations of requests that never ended, which this one has returned. */
  readonly recovered: number;
}

/** Where the entry of each request is published. */
export const requests = channel("platen:request");

/** Tells of a request: in one line of JSON, unless the operator wants none, and to whoever counts. */
export const logRequest = (entry: Entry): void => {
  if (config.log) write(config.onLambda ? { ...entry, ...embeddedMetrics(entry, Date.now()) } : { ...entry });
  requests.publish(entry);
};
