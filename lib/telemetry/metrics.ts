import type { Meter } from "@opentelemetry/api";
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from "@opentelemetry/sdk-metrics";
import { config } from "../config.ts";
import { requests } from "../http/log.ts";
import type { LogEntry } from "../http/log-entry.ts";
import { storeState } from "../server/store-watch.ts";
import { turns } from "../turns/fair-turns.ts";
import { engineEnds } from "../workers/engine-ended.ts";
import { warmParts } from "../workers/warm.ts";
import { serviceResource } from "./resource.ts";

/** The bounds of the semantic conventions for HTTP servers, in seconds, up to the deadline. */
const explicitBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const PHASE_NAMES = ["auth", "body", "meter", "queue", "work"] as const;
const MS_PER_SECOND = 1000;

const exporter = async (): Promise<PushMetricExporter> => {
  const { OTLPMetricExporter } =
    config.otelProtocol === "http/json"
      ? await import("@opentelemetry/exporter-metrics-otlp-http")
      : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter();
};

const addGauges = (meter: Meter): void => {
  const add = (name: string, description: string, unit: string, value: () => number) =>
    meter.createObservableGauge(name, { description, unit }).addCallback((result) => result.observe(value()));
  add("platen.jobs.running", "Jobs that run", "{job}", () => turns.running);
  add("platen.jobs.waiting", "Jobs that wait for their turn", "{job}", () => turns.waiting);
  meter
    .createObservableCounter("platen.engine.starts", {
      description: "Documents whose engine was forked from a warm one, or started anew",
      unit: "{document}",
    })
    .addCallback((result) => {
      for (const [engine, part] of warmParts())
        for (const [way, count] of Object.entries(part.starts?.() ?? {}))
          result.observe(count, { "platen.engine": engine, "platen.start": way });
    });
  add("platen.store.up", "Whether the store of the accounts answers", "1", () => Number(storeState() === "ok"));
};

/** Counts requests and ends of engines from now on. Returns a function that ends the counting. */
const countRequests = (meter: Meter): (() => void) => {
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: "s", advice: { explicitBucketBoundaries } });
  const duration = seconds("http.server.request.duration", "Duration of HTTP server requests");
  const phases = seconds("platen.request.phase.duration", "Time of each phase of a request");
  const credits = meter.createCounter("platen.credits", { description: "Credits charged", unit: "{credit}" });
  const restarts = meter.createCounter("platen.engine.restarts", { description: "Engines that were replaced" });
  const countEntry = (message: unknown) => {
    const entry = message as LogEntry;
    const operation = { "platen.operation": entry.operation };
    const failure = entry.reason === undefined ? {} : { "error.type": entry.reason };
    duration.record(entry.ms / MS_PER_SECOND, { ...operation, "http.response.status_code": entry.status, ...failure });
    for (const phase of PHASE_NAMES) {
      const ms = entry[`${phase}Ms`];
      if (ms !== undefined) phases.record(ms / MS_PER_SECOND, { ...operation, "platen.phase": phase });
    }
    credits.add(entry.credits, operation);
  };
  const countEnd = (engine: unknown) => restarts.add(1, { "platen.engine": String(engine) });
  requests.subscribe(countEntry);
  engineEnds.subscribe(countEnd);
  return () => {
    requests.unsubscribe(countEntry);
    engineEnds.unsubscribe(countEnd);
  };
};

/** Sends metrics from now on. Returns a function that sends the last ones and ends this. */
export const sendMetrics = async (): Promise<() => Promise<void>> => {
  const { otelMetricsIntervalMs: exportIntervalMillis } = config;
  const exportTimeoutMillis = Math.min(30_000, exportIntervalMillis);
  const readers = [
    new PeriodicExportingMetricReader({ exporter: await exporter(), exportIntervalMillis, exportTimeoutMillis }),
  ];
  const provider = new MeterProvider({ resource: serviceResource(), readers });
  const meter = provider.getMeter("platen");
  addGauges(meter);
  const end = countRequests(meter);
  return async () => {
    end();
    await provider.shutdown();
  };
};
