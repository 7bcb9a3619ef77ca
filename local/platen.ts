import { join } from "node:path";
import { endpoints } from "../functions/index.ts";
import { accountsIn, openAccounts } from "../lib/accounts/accounts.ts";
import { createTable, tableAt } from "../lib/accounts/table.ts";
import { config } from "../lib/config.ts";
import { logFailure } from "../lib/http/log.ts";
import { protectPort } from "../lib/net/ports.ts";
import { BASE_PATH } from "../lib/server/route.ts";
import { startServer } from "../lib/server/server.ts";
import { setBodyStore } from "../lib/stored-bodies/body-store.ts";
import { FolderBodies } from "../lib/stored-bodies/folder.ts";
import { warmParts } from "../lib/workers/warm.ts";
import { type Demo, openDemo } from "./demo.ts";
import { prepare } from "./prepare.ts";
import { openStore } from "./store.ts";
import { reasonOf, tell } from "./tell.ts";
import { LOCAL_TABLE } from "./with-table.ts";

/** The whole service on this machine. */
export interface Service {
  readonly url: string;
  /** The demo account, unless the operator's own table is used and no demo key was given. */
  readonly demo: Demo | undefined;
  /** Finishes what runs, then leaves nothing behind: no process, no temp file. */
  stop(): Promise<void>;
}

const warmUp = async (): Promise<void> => {
  const starts = [...warmParts()].map(async ([name, part]) => {
    try {
      await part.start();
    } catch (error) {
      tell(`${name} does not start, its endpoints will fail: ${reasonOf(error)}`);
    }
  });
  await Promise.all(starts);
};

/** Milliseconds between two removals of stored bodies that have lapsed. */
const SWEEP_INTERVAL_MS = 600_000;

/** Removes lapsed bodies now and from time to time. Gives a function that ends this. */
const sweepRegularly = async (uploads: FolderBodies) => {
  await uploads.sweep();
  const sweep = () => uploads.sweep().catch((error) => logFailure("sweeping uploads", error));
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS);
  return async () => clearInterval(timer);
};

/** What of the configuration the start reads. */
export type Settings = Pick<typeof config, "host" | "port" | "data" | "table" | "demoKey" | "demoCredits">;

/** Starts store, table, demo account, engines and server; rejects, with everything stopped again, where one cannot be had. */
export const startService = async (settings: Settings = config): Promise<Service> => {
  const { host, port, data, table: named, demoKey, demoCredits } = settings;
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    const failures: unknown[] = [];
    for (const step of undo.splice(0).reverse()) await step().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    await prepare();
    const store = named === undefined ? await openStore(data) : undefined;
    if (store) {
      undo.push(store.close);
      protectPort(store.port);
    }
    const table = tableAt(named ?? LOCAL_TABLE, store?.endpoint);
    if (store) await createTable(table);
    const wanted = { folder: data, chosenKey: demoKey, credits: demoCredits };
    const demo = store || demoKey !== undefined ? await openDemo(table, wanted) : undefined;
    openAccounts(accountsIn(table));
    const uploads = config.uploadsBucket === undefined ? new FolderBodies(join(data, "uploads")) : undefined;
    if (uploads) {
      setBodyStore(uploads);
      undo.push(await sweepRegularly(uploads));
    }
    undo.push(() => Promise.all([...warmParts().values()].map((part) => part.stop())));
    const [server] = await Promise.all([startServer(endpoints, { host, port, uploads }), warmUp()]);
    undo.push(server.stop);
    protectPort(server.port);
    if (config.metricsPort !== undefined) {
      // Loaded by whoever wants it: it takes a while.
      const { startMetrics } = await import("../lib/server/metrics.ts");
      const metrics = await startMetrics({ host: config.metricsHost, port: config.metricsPort });
      undo.push(metrics.stop);
      protectPort(metrics.port);
    }
    const name = host === "127.0.0.1" ? "localhost" : host;
    return { url: `http://${name}:${server.port}${BASE_PATH}`, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
