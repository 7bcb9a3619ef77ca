import { join } from "node:path";
import { endpoints } from "../functions/index.ts";
import { accountsIn, openAccounts } from "../lib/accounts/accounts.ts";
import { createTable, probeTable, type Table, tableAt } from "../lib/accounts/table.ts";
import { CallbackSender } from "../lib/callbacks/sender.ts";
import { WaitingDeliveries } from "../lib/callbacks/waiting-deliveries.ts";
import { config } from "../lib/config.ts";
import { assertConfined } from "../lib/confinement/walls.ts";
import { logFailure } from "../lib/http/log.ts";
import { setCallbackWaker } from "../lib/jobs/callback-waker.ts";
import { JobQueue } from "../lib/jobs/queue.ts";
import { setJobTaker } from "../lib/jobs/taker.ts";
import { protectPort } from "../lib/net/ports.ts";
import { BASE_PATH } from "../lib/server/base-path.ts";
import { batchResources } from "../lib/server/batches/batch-resources.ts";
import { BatchRunner } from "../lib/server/batches/batch-runner.ts";
import { jobResourcesOf } from "../lib/server/jobs/job-resources.ts";
import { JobRunner } from "../lib/server/jobs/job-runner.ts";
import { resultAnswer } from "../lib/server/jobs/result.ts";
import { logCallbacks } from "../lib/server/log-callbacks.ts";
import { startServer } from "../lib/server/server.ts";
import { watchStore } from "../lib/server/store-watch.ts";
import { assertPrices } from "../lib/settings/assert-prices.ts";
import { setBodyStore } from "../lib/stored-bodies/body-store.ts";
import { FolderBodies } from "../lib/stored-bodies/folder.ts";
import { startTelemetry } from "../lib/telemetry/start.ts";
import { turns } from "../lib/turns/fair-turns.ts";
import { removeLostFolders } from "../lib/workers/temp-folder.ts";
import { startWarmParts, startWarmPartsOnDemand, stopWarmParts } from "../lib/workers/warm.ts";
import { openAdmin } from "./admin.ts";
import { fillCompileCache } from "./compile-cache.ts";
import { type Demo, openDemo, suspendDemo } from "./demo.ts";
import { printMessage, reasonOf } from "./messages.ts";
import { pages } from "./pages.ts";
import { prepare } from "./prepare.ts";
import { LOCAL_TABLE } from "./store/format.ts";
import { purgeRegularly } from "./store/purge.ts";
import { openStore } from "./store.ts";

/** The service as it runs on this machine. */
export interface Service {
  readonly url: string;
  /** The address of the admin API, if it is on. */
  readonly adminUrl: string | undefined;
  /** The demo account; undefined if the operator names a table and no demo key, has switched it off, or revoked its key. */
  readonly demo: Demo | undefined;
  /** Waits for running requests, then ends every process and removes every temp file. */
  stop(): Promise<void>;
}

/** Starts the engines, now or on demand. Prints which ones do not start, unless the service is already ending. */
const warmUp = async (isEnding: () => boolean): Promise<void> => {
  const start = config.engineStart === "ahead" ? startWarmParts : startWarmPartsOnDemand;
  await start((name, error) => {
    if (!isEnding()) printMessage(`${name} does not start, so its endpoints will fail: ${reasonOf(error)}`);
  });
};

/** Milliseconds between two removals of expired stored bodies. */
const SWEEP_INTERVAL_MS = 600_000;

/** Removes expired bodies now and at intervals. Returns a function that ends this. */
const sweepRegularly = async (uploads: FolderBodies) => {
  await uploads.sweep();
  const sweep = () => uploads.sweep().catch((error) => logFailure("sweeping uploads", error));
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS);
  return async () => clearInterval(timer);
};

/** Does the jobs of a table in this process. Returns a function that ends this. */
const takeJobs = async (table: Table, isOwn: boolean) => {
  const batchQueue = new JobQueue(table, Date.now, "BATCHES");
  if (isOwn) for (const queue of [new JobQueue(table), batchQueue]) await queue.freeAll();
  const runner = new JobRunner({
    endpoints: new Map(endpoints.map((endpoint) => [endpoint.contract.path, endpoint])),
    table,
    plans: config.plans,
    // Whatever jobs do, a request finds a turn.
    slots: Math.max(1, config.jobs - 1),
    hasTurn: () => turns.hasRoom,
  });
  const batches = new BatchRunner(table, batchQueue);
  setJobTaker({ wake: runner.wake, drop: runner.drop, wakeBatches: batches.wake });
  for (const each of [runner, batches]) each.wake();
  return async () => {
    setJobTaker(undefined);
    await Promise.all([runner.stop(), batches.stop()]);
  };
};

/** Sends the callbacks of a table from this process. Returns a function that ends this. */
const sendCallbacks = async (table: Table, isOwn: boolean) => {
  if (isOwn) await new WaitingDeliveries(table).freeAll();
  const sender = new CallbackSender({ table, onFailure: logFailure });
  const endLog = logCallbacks();
  setCallbackWaker(sender.wake);
  sender.wake();
  return async () => {
    setCallbackWaker(undefined);
    await sender.stop();
    endLog();
  };
};

/** Serves the metrics at a port. Returns a function that ends this. */
const serveMetrics = async (port: number) => {
  // Loaded only if it is used, because loading takes a while.
  const { startMetrics } = await import("../lib/server/metrics.ts");
  const metrics = await startMetrics({ host: config.metricsHost, port });
  protectPort(metrics.port);
  return metrics.stop;
};

/** The settings that the start reads. */
export type Settings = Pick<typeof config, "host" | "port" | "data" | "table" | "demoKey" | "demoCredits">;

/** Starts store, table, demo account, engines and server. If one of them fails, it stops the others and rejects. */
export const startService = async (settings: Settings = config): Promise<Service> => {
  const { host, port, data, table: named, demoKey, demoCredits } = settings;
  const stopSteps: (() => Promise<unknown>)[] = [];
  let isEnding = false;
  const stop = async () => {
    isEnding = true;
    const failures: unknown[] = [];
    for (const step of stopSteps.splice(0).reverse()) await step().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    if (config.requireConfinement) assertConfined();
    assertPrices(
      config.plans,
      endpoints.map(({ contract }) => contract),
    );
    stopSteps.push(await startTelemetry());
    await Promise.all([prepare(), fillCompileCache(), removeLostFolders()]);
    const store = named === undefined ? await openStore(data) : undefined;
    if (store) {
      stopSteps.push(store.close);
      protectPort(store.port);
    }
    const table = tableAt(named ?? LOCAL_TABLE, store);
    if (store) {
      await createTable(table);
      stopSteps.push(purgeRegularly(table));
    }
    const demoOptions = { folder: data, chosenKey: demoKey, credits: demoCredits };
    if (!config.hasDemo) await suspendDemo(table);
    const demo = config.hasDemo && (store || demoKey !== undefined) ? await openDemo(table, demoOptions) : undefined;
    openAccounts(accountsIn(table));
    const uploads = config.uploadsBucket === undefined ? new FolderBodies(join(data, "uploads")) : undefined;
    if (uploads) {
      setBodyStore(uploads);
      stopSteps.push(await sweepRegularly(uploads));
    }
    stopSteps.push(stopWarmParts);
    stopSteps.push(await sendCallbacks(table, store !== undefined));
    stopSteps.push(await takeJobs(table, store !== undefined));
    const resources = [...jobResourcesOf(resultAnswer), ...batchResources(endpoints.map(({ contract }) => contract))];
    const [server] = await Promise.all([
      startServer(endpoints, { host, port, uploads, pages, resources }),
      warmUp(() => isEnding),
    ]);
    stopSteps.push(server.stop);
    protectPort(server.port);
    if (config.metricsPort !== undefined) stopSteps.push(await serveMetrics(config.metricsPort));
    const admin = await openAdmin(table);
    if (admin) stopSteps.push(admin.stop);
    const endWatch = watchStore((signal) => probeTable(table, signal));
    stopSteps.push(async () => endWatch());
    const name = host === "127.0.0.1" ? "localhost" : host;
    return { url: `http://${name}:${server.port}${BASE_PATH}`, adminUrl: admin?.url, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
