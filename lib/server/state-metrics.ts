import { Gauge, type Registry } from "prom-client";
import manifest from "../../package.json" with { type: "json" };
import { config } from "../config.ts";
import { walls } from "../confinement/walls.ts";
import { turns } from "../turns/fair-turns.ts";
import { warmParts } from "../workers/warm.ts";
import { heldBytes } from "./in-flight.ts";
import { storeState } from "./store-watch.ts";

/** The engines whose processes are kept warm, with their versions, such as `chromium/153.0 libreoffice/25.2`. */
const engineVersions = (): string => [...warmParts().keys()].sort().join(" ");

/** Adds metrics of the state of the service, which are read whenever they are asked for. */
export const addStateMetrics = (registry: Registry): void => {
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
  const labelNames = ["version", "node", "engines"];
  const build = new Gauge({ name: "platen_build_info", help: "What runs here", labelNames, registers });
  build.set({ version: manifest.version, node: process.versions.node, engines: engineVersions() }, 1);
};
