import { Counter, Histogram, type Registry } from "prom-client";
import { callbackAttempts, type SentAttempt } from "../callbacks/attempts.ts";
import { requests } from "../http/log.ts";
import type { LogEntry } from "../http/log-entry.ts";
import { DELIVERY_STATES } from "../jobs/delivery.ts";
import { type EngineProcess, engineEnds } from "../workers/engine-ended.ts";

/** Upper bounds of the histograms' buckets in seconds, from the overhead of the service to the deadline. */
const REQUEST_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const PHASE_BUCKETS_SECONDS = [0.001, ...REQUEST_BUCKETS_SECONDS];

const PHASE_NAMES = ["auth", "body", "meter", "queue", "work"] as const;
const ENGINES: readonly EngineProcess[] = ["chromium", "libreoffice", "worker"];
const MS_PER_SECOND = 1000;

/** The metrics of requests. Every label has few values: operations are those of the contract, reasons a closed list. */
const requestMetrics = (registry: Registry) => {
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new Histogram({ name, help, buckets, labelNames, registers });
  return {
    total: counter("platen_requests_total", "Requests", "operation", "status", "code", "reason"),
    duration: histogram(
      "platen_request_duration_seconds",
      "Time from the head of a request to its answer",
      REQUEST_BUCKETS_SECONDS,
      "operation",
    ),
    phase: histogram(
      "platen_request_phase_duration_seconds",
      "Time of each phase of a request",
      PHASE_BUCKETS_SECONDS,
      ...["operation", "phase"],
    ),
    received: counter("platen_received_bytes_total", "Bytes of bodies received", "operation"),
    sent: counter("platen_sent_bytes_total", "Bytes of answers", "operation"),
    credits: counter("platen_credits_charged_total", "Credits charged", "operation"),
    recovered: counter(
      "platen_recovered_holds_total",
      "Reservations of requests that never ended, returned to their accounts",
    ),
    callbacks: counter(
      "platen_callback_attempts_total",
      "Attempts at callbacks of jobs, by what became of the delivery",
      "state",
    ),
    restarts: counter("platen_engine_restarts_total", "Engines that ended by themselves and were replaced", "engine"),
  };
};

/** Counts each request, each attempt at a callback and each end of an engine from now on. Returns a function that ends the counting. */
export const countRequests = (registry: Registry): (() => void) => {
  const metrics = requestMetrics(registry);
  const countEntry = (message: unknown) => {
    const entry = message as LogEntry;
    const { operation, status, code = "", reason = "" } = entry;
    metrics.total.inc({ operation, status, code, reason });
    metrics.duration.observe({ operation }, entry.ms / MS_PER_SECOND);
    for (const phase of PHASE_NAMES) {
      const ms = entry[`${phase}Ms`];
      if (ms !== undefined) metrics.phase.observe({ operation, phase }, ms / MS_PER_SECOND);
    }
    metrics.received.inc({ operation }, entry.bytesIn);
    metrics.sent.inc({ operation }, entry.bytesOut);
    metrics.credits.inc({ operation }, entry.credits);
    metrics.recovered.inc(entry.recovered);
  };
  const countEnd = (engine: unknown) => metrics.restarts.inc({ engine: engine as EngineProcess });
  const countAttempt = (attempt: unknown) => metrics.callbacks.inc({ state: (attempt as SentAttempt).state });
  for (const engine of ENGINES) metrics.restarts.inc({ engine }, 0);
  for (const state of DELIVERY_STATES) metrics.callbacks.inc({ state }, 0);
  requests.subscribe(countEntry);
  callbackAttempts.subscribe(countAttempt);
  engineEnds.subscribe(countEnd);
  return () => {
    requests.unsubscribe(countEntry);
    callbackAttempts.unsubscribe(countAttempt);
    engineEnds.unsubscribe(countEnd);
  };
};
