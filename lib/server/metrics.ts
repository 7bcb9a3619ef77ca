import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import manifest from "../../package.json" with { type: "json" };
import { config } from "../config.ts";
import { walls } from "../confinement/walls.ts";
import { ServiceError } from "../errors/service-error.ts";
import { arrivalOf } from "../http/arrival.ts";
import { turns } from "../turns/fair-turns.ts";
import { engineReleases, warmParts } from "../workers/warm.ts";
import { sendReply } from "./answer.ts";
import { heldBytes } from "./in-flight.ts";
import { addJobMetrics } from "./job-metrics.ts";
import { outsideReply } from "./outside.ts";
import { countRequests } from "./request-metrics.ts";
import { storeState } from "./store-watch.ts";

/** The engines whose processes are kept warm, with their versions, such as `chromium/153.0 libreoffice/25.2`. */
const engineVersions = (): string => [...warmParts().keys()].sort().join(" ");

/** Adds metrics of the state of the service, which are read whenever they are asked for. */
const addStateMetrics = (registry: Registry): void => {
  const registers = [registry];
  const add = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  add("platen_jobs_running", "Jobs that run", () => turns.running);
  add("platen_jobs_running_limit", "Jobs that use a processor at once", () => config.jobs);
  add("platen_jobs_waiting", "Jobs that wait for their turn", () => turns.waiting);
  add("platen_jobs_waiting_limit", "Jobs that may wait for their turn", () => config.queue);
  add("platen_held_body_bytes", "Bytes of request bodies in memory", heldBytes);
  add("platen_store_up", "Whether the store of the accounts answers", () => Number(storeState() === "ok"));
  add("platen_walls_landlock", "Version of Landlock that confines the engines, 0 without it", () => walls().landlock);
  add("platen_walls_seccomp", "Whether the system calls of the engines are filtered", () => Number(walls().seccomp));
  const age = new Gauge({
    name: "platen_engine_age_seconds",
    help: "Time since the release of the engine was published",
    labelNames: ["engine"],
    registers,
    collect() {
      for (const [engine, { released }] of Object.entries(engineReleases()))
        if (released !== undefined) age.set({ engine }, (Date.now() - Date.parse(released)) / 1000);
    },
  });
  const starts = new Gauge({
    name: "platen_engine_starts",
    help: "Documents whose engine was forked from a warm one, or started anew",
    labelNames: ["engine", "way"],
    registers,
    collect() {
      for (const [engine, part] of warmParts())
        for (const [way, count] of Object.entries(part.starts?.() ?? {})) starts.set({ engine, way }, count);
    },
  });
  const labelNames = ["version", "node", "engines"];
  const build = new Gauge({ name: "platen_build_info", help: "What runs here", labelNames, registers });
  build.set({ version: manifest.version, node: process.versions.node, engines: engineVersions() }, 1);
};

/** Serves metrics of all requests from now on at `/metrics`, in the text format of Prometheus. Rejects if the port is not available. */
export const startMetrics = async ({ host, port }: { host: string; port: number }) => {
  const registry = new Registry();
  const end = countRequests(registry);
  addStateMetrics(registry);
  addJobMetrics(registry);
  collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") {
      const nothing = new ServiceError("NOT_FOUND", "There is nothing at this path.");
      return sendReply(request, response, outsideReply(nothing, arrivalOf(request)));
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
