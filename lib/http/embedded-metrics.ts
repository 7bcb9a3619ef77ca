import { config } from "../config.ts";
import { OWN_FAILURES } from "../errors/reasons.ts";
import type { LogEntry } from "./log-entry.ts";

const DURATION_FIELDS = ["ms", "authMs", "bodyMs", "meterMs", "queueMs", "workMs"] as const;

/**
 * The fields that turn the log line of a request into CloudWatch metrics, in total and by operation (CloudWatch embedded
 * metric format, version 0). `now` is in ms since 1970.
 */
export const embeddedMetrics = (entry: LogEntry, now: number) => {
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
    // Every metric that is named must be in the line, and a refused request lacks some phases.
    ...DURATION_FIELDS.filter((name) => entry[name] !== undefined).map((name) => [name, "Milliseconds"]),
    ...["bytesIn", "bytesOut"].map((name) => [name, "Bytes"]),
    ...[...Object.keys(counts), "credits"].map((name) => [name, "Count"]),
  ];
  const Metrics = units.map(([Name, Unit]) => ({ Name, Unit }));
  const directive = { Namespace: config.metricsNamespace, Dimensions: [["operation"], []], Metrics };
  return { ...counts, _aws: { Timestamp: now, CloudWatchMetrics: [directive] } };
};
