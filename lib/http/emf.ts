import { config } from "../config.ts";
import type { LogEntry } from "./log-entry.ts";

const MILLISECONDS = ["ms", "authMs", "bodyMs", "meterMs", "queueMs", "workMs"] as const;

/**
 * What makes a request's log line CloudWatch metrics as well, over all and by operation (CloudWatch embedded metric format,
 * version 0). `now` is in ms since 1970.
 */
export const embeddedMetrics = (entry: LogEntry, now: number) => {
  const { status } = entry;
  const counts = {
    requests: 1,
    refusals: Number(status >= 400 && status < 500),
    serverErrors: Number(status >= 500),
    coldStarts: Number(entry.cold),
    recoveredHolds: entry.recovered,
  };
  const units = [
    // Every metric that is named has to be in the line: a refused request has gone through some phases only.
    ...MILLISECONDS.filter((name) => entry[name] !== undefined).map((name) => [name, "Milliseconds"]),
    ...["bytesIn", "bytesOut"].map((name) => [name, "Bytes"]),
    ...[...Object.keys(counts), "credits"].map((name) => [name, "Count"]),
  ];
  const Metrics = units.map(([Name, Unit]) => ({ Name, Unit }));
  const directive = { Namespace: config.metricsNamespace, Dimensions: [["operation"], []], Metrics };
  return { ...counts, _aws: { Timestamp: now, CloudWatchMetrics: [directive] } };
};
