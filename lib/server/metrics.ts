import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { walls } from "../confinement/walls.ts";
import { ServiceError } from "../errors.ts";
import { requests } from "../http/log.ts";
import type { LogEntry } from "../http/log-entry.ts";
import { turns } from "../workers/turns.ts";
import { sendReply } from "./answer.ts";
import { heldBytes } from "./in-flight.ts";
import { outsideReply } from "./outside.ts";

/** Upper bounds of the histogram's buckets, from the overhead of the service to the deadline. */
const DURATION_BUCKETS_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const PHASE_NAMES = ["auth", "body", "meter", "queue", "work"] as const;

/** Counts each request from now on. Gives the registry of metrics, and a function that ends the counting. */
const countRequests = () => {
  const registry = new Registry();
  const registers = [registry];
  const by = (...labelNames: string[]) => ({ registers, labelNames });
  const total = new Counter({ name: "platen_requests_total", help: "Requests", ...by("operation", "status", "code") });
  const times = { name: "platen_request_seconds", help: "Time from end to end", buckets: DURATION_BUCKETS_SECONDS };
  const seconds = new Histogram({ ...times, ...by("operation") });
  const phases = { name: "platen_phase_seconds_total", help: "Time by phase" };
  const spent = new Counter({ ...phases, ...by("operation", "phase") });
  const bytesIn = new Counter({ name: "platen_bytes_in_total", help: "Bytes of bodies received", ...by("operation") });
  const bytesOut = new Counter({ name: "platen_bytes_out_total", help: "Bytes of answers", ...by("operation") });
  const credits = new Counter({ name: "platen_credits_total", help: "Credits charged", ...by("operation") });
  const holds = {
    name: "platen_recovered_holds_total",
    help: "Reservations of requests that never ended, returned to their accounts",
  };
  const recovered = new Counter({ ...holds, registers });
  const addGauge = (name: string, help: string, value: () => number) =>
    new Gauge({ name, help, registers, collect: gaugeOf(value) });
  addGauge(
    "platen_walls_landlock",
    "Version of Landlock that confines the engines, 0 without it",
    () => walls().landlock,
  );
  addGauge("platen_walls_seccomp", "Whether the system calls of the engines are filtered", () =>
    Number(walls().seccomp),
  );
  addGauge("platen_jobs_running", "Jobs that run", () => turns.running);
  addGauge("platen_jobs_waiting", "Jobs that wait for their turn", () => turns.waiting);
  addGauge("platen_bodies_bytes", "Bytes of request bodies in memory", heldBytes);
  collectDefaultMetrics({ register: registry });

  const countEntry = (message: unknown) => {
    const entry = message as LogEntry;
    const { operation } = entry;
    total.inc({ operation, status: entry.status, code: entry.code ?? "" });
    seconds.observe({ operation }, entry.ms / 1000);
    for (const phase of PHASE_NAMES) spent.inc({ operation, phase }, (entry[`${phase}Ms`] ?? 0) / 1000);
    bytesIn.inc({ operation }, entry.bytesIn);
    bytesOut.inc({ operation }, entry.bytesOut);
    credits.inc({ operation }, entry.credits);
    recovered.inc(entry.recovered);
  };
  requests.subscribe(countEntry);
  return { registry, end: () => requests.unsubscribe(countEntry) };
};

const gaugeOf = (value: () => number) =>
  function (this: Gauge) {
    this.set(value());
  };

/** Serves metrics of all requests from now on at `/metrics`, in the text format of Prometheus. Rejects where the port is not available. */
export const startMetrics = async ({ host, port }: { host: string; port: number }) => {
  const { registry, end } = countRequests();
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") {
      const nothing = new ServiceError("NOT_FOUND", "There is nothing at this path.");
      return sendReply(request, response, outsideReply(nothing, performance.now()));
    }
    response.writeHead(200, { "Content-Type": registry.contentType }).end(await registry.metrics());
  }).listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      end();
      server.closeAllConnections();
      server.close();
    },
  };
};
