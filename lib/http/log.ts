import { channel } from "node:diagnostics_channel";
import { config } from "../config.ts";
import { OWN_FAILURES } from "../errors/reasons.ts";
import { causesOf, traceOf } from "../errors/trace.ts";
import type { LogEntry } from "./log-entry.ts";

const DURATION_FIELDS = ["ms", "authMs", "bodyMs", "meterMs", "queueMs", "workMs"] as const;

/**
 * The fields that turn the log line of a request into CloudWatch metrics, in total and by operation (CloudWatch embedded
 * metric format, version 0). `now` is in ms since 1970.
 */
const embeddedMetrics = (entry: LogEntry, now: number) => {
  const { status, reason } = entry;
  const counts = {
    requests: 1,
    refusals: Number(status >= 400 && status < 500),
    serverErrors: Number(status >= 500),
    failures: Number(reason !== undefined && OWN_FAILURES.has(reason)),
    coldStarts: Number(entry.cold),
    recoveredHolds: entry.recovered,
  };
  const units = [
    // Every metric that is named must be in the line, and a refused request lacks some phases. Jobs may take long.
    ...DURATION_FIELDS.filter((name) => entry[name] !== undefined && entry.job === undefined).map((name) => [
      name,
      "Milliseconds",
    ]),
    ...["bytesIn", "bytesOut"].map((name) => [name, "Bytes"]),
    ...[...Object.keys(counts), "credits"].map((name) => [name, "Count"]),
  ];
  const Metrics = units.map(([Name, Unit]) => ({ Name, Unit }));
  const directive = { Namespace: config.metricsNamespace, Dimensions: [["operation"], []], Metrics };
  return { ...counts, _aws: { Timestamp: now, CloudWatchMetrics: [directive] } };
};

type Level = "info" | "warn" | "error";

const write = (level: Level, entry: object): void => {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, ...entry })}\n`);
};

/** Logs a change in the state of the service, such as a store that is reached again. The line holds nothing of a document. */
export const logEvent = (
  level: Level,
  event: string,
  facts: Readonly<Record<string, number | string | undefined>>,
): void => write(level, { event, ...facts });

/** Logs measures of the state of the service; on Lambda they are metrics too. `now` is in ms since 1970. */
export const logMeasures = (event: string, measures: Readonly<Record<string, number>>, now: number): void => {
  const Metrics = Object.keys(measures).map((Name) => ({ Name }));
  const directive = { Namespace: config.metricsNamespace, Dimensions: [[]], Metrics };
  const metrics = { _aws: { Timestamp: now, CloudWatchMetrics: [directive] } };
  write("info", { event, ...measures, ...(config.onLambda && metrics) });
};

/**
 * Logs a failure with the action that failed, the id of its request, and the kind and place of the error and of its causes.
 * The line holds nothing of a document.
 */
export const logFailure = (action: string, error: unknown, id?: string): void => {
  const causes = causesOf(error);
  write("error", {
    ...(id !== undefined && { id }),
    failure: action,
    trace: traceOf(error),
    ...(causes.length > 0 && { cause: causes }),
  });
};

/** The channel on which the entry of each request is published. */
export const requests = channel("platen:request");

const levelOf = ({ status, reason }: LogEntry): Level => {
  if (reason !== undefined && OWN_FAILURES.has(reason)) return "error";
  return status >= 500 ? "warn" : "info";
};

/** Writes a request's entry to the log, unless logging is off, and publishes it. */
export const logRequest = (entry: LogEntry): void => {
  if (config.log) {
    write(levelOf(entry), config.onLambda ? { ...entry, ...embeddedMetrics(entry, Date.now()) } : entry);
  }
  requests.publish(entry);
};
