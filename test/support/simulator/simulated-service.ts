import type { Context } from "aws-lambda";
import { newAccountItem } from "../../../lib/accounts/account.ts";
import { accountsIn, openAccounts } from "../../../lib/accounts/accounts.ts";
import { callbackSecretsKey } from "../../../lib/accounts/callback-secrets.ts";
import { hashKey, keyIdOf } from "../../../lib/accounts/key-format.ts";
import { type Caller, primaryKeyOf } from "../../../lib/accounts/keys.ts";
import { CallbackSender } from "../../../lib/callbacks/sender.ts";
import { config } from "../../../lib/config.ts";
import { setCallbackWaker } from "../../../lib/jobs/callback-waker.ts";
import { JobQueue } from "../../../lib/jobs/queue.ts";
import { setJobTaker } from "../../../lib/jobs/taker.ts";
import { batchResources } from "../../../lib/server/batches/batch-resources.ts";
import { BatchRunner } from "../../../lib/server/batches/batch-runner.ts";
import { jobResourcesOf } from "../../../lib/server/jobs/job-resources.ts";
import { JobRunner } from "../../../lib/server/jobs/job-runner.ts";
import type { Answer } from "../../../lib/server/resource.ts";
import { setBodyStore } from "../../../lib/stored-bodies/body-store.ts";
import { MemoryBodies } from "./memory-bodies.ts";
import { MemoryTable } from "./memory-table.ts";
import { type Faults, Network } from "./network.ts";
import type { Asked } from "./orders.ts";
import { Receiver } from "./receiver.ts";
import { BATCH_PATHS, listOf } from "./simulated-batches.ts";
import { type Simulated, type SimulatedEndpoints, simulatedEndpoints, WORK_PATH } from "./simulated-endpoints.ts";
import { MOST_SKEW_MS } from "./witness.ts";
import type { SimulatedProcess, World } from "./world.ts";

/** An answer: its status, and the job or the batch that it names. */
export interface Answered {
  readonly status: number;
  readonly id: string | undefined;
}

/** Milliseconds between two looks of a server at a queue: long ones, so that there are not too many. */
const POLL_INTERVAL_MS = { jobs: 20_000, batches: 30_000, callbacks: 30_000 };

/** Milliseconds between two looks of the last sender, which is alone with what is sent again for days. */
const LAST_POLL_INTERVAL_MS = 1_800_000;

/** What runs in a server. One that only sends callbacks has no runners. */
interface Parts {
  readonly jobs?: JobRunner;
  readonly batches?: BatchRunner;
  readonly sender: CallbackSender;
}

const deleteAt = (
  resources: readonly { readonly path: string; readonly methods: { readonly DELETE?: Answer } }[],
  path: string,
) => resources.find((resource) => resource.path === path)!.methods.DELETE!;

/** How what was promised is cancelled. */
const CANCELLATIONS = {
  later: deleteAt(
    jobResourcesOf(() => Promise.reject(new Error("The simulated service sends no results."))),
    "/jobs/{id}",
  ),
  batch: deleteAt(batchResources([]), "/batches/{id}"),
};

const apiKeyOf = (account: string): string => `key-of-${account}`;

/** The servers of a service with one table and one store of bodies, in a world. */
export class SimulatedService {
  readonly store = new MemoryTable();
  readonly bodies: MemoryBodies;
  readonly network: Network;
  readonly receiver: Receiver;
  readonly #world: World;
  readonly #parts = new Map<SimulatedProcess, Parts>();
  readonly #endpoints: SimulatedEndpoints;

  constructor(world: World, faults: Faults & { readonly bodyRefused: number }) {
    this.#world = world;
    this.bodies = new MemoryBodies(world, faults);
    this.network = new Network(world, this.store, faults);
    this.receiver = new Receiver(world);
    this.#endpoints = simulatedEndpoints(world);
    openAccounts(accountsIn(this.network.table, () => Date.now()));
    setBodyStore(this.bodies);
    setCallbackWaker(() => this.#here()?.sender.wake());
    setJobTaker({
      wake: () => this.#here()?.jobs?.wake(),
      drop: (id) => this.#here()?.jobs?.drop(id),
      wakeBatches: () => this.#here()?.batches?.wake(),
    });
  }

  /** Opens an account with an API key and a secret for callbacks. */
  open(account: string, credits: number): Caller {
    const hash = hashKey(apiKeyOf(account));
    const caller = { account, keyId: keyIdOf(hash), last4: "0000", plan: "unlimited" };
    const item = newAccountItem(account, credits, caller.plan);
    const secret = { text: `whsec_${Buffer.from(account).toString("base64")}`, createdAt: 0 };
    for (const each of [
      { ...item, k: { M: { [caller.keyId]: { N: "1" } } } },
      { ...primaryKeyOf(hash), account: { S: account }, last4: { S: caller.last4 }, pl: { S: caller.plan } },
      { ...callbackSecretsKey(account), d: { S: JSON.stringify([secret]) } },
    ])
      this.store.put(each);
    return caller;
  }

  /** Starts a server. */
  start(name: string): SimulatedProcess {
    const { table } = this.network;
    return this.#begin(name, POLL_INTERVAL_MS.callbacks, () => ({
      jobs: new JobRunner({
        endpoints: new Map([WORK_PATH, ...BATCH_PATHS].map((path) => [path, this.#endpoints.requests])),
        table,
        plans: config.plans,
        slots: 3,
        hasTurn: () => true,
        pollIntervalMs: POLL_INTERVAL_MS.jobs,
      }),
      batches: new BatchRunner(table, new JobQueue(table, Date.now, "BATCHES"), POLL_INTERVAL_MS.batches),
    }));
  }

  /** Starts a server that only sends callbacks. */
  startSender(name: string): SimulatedProcess {
    return this.#begin(name, LAST_POLL_INTERVAL_MS, () => ({}));
  }

  /** Stops a server as SIGTERM does. */
  async stop(process: SimulatedProcess): Promise<void> {
    const { jobs, batches, sender } = this.#parts.get(process)!;
    await process.enter(() => Promise.all([jobs?.stop(), batches?.stop(), sender.stop()]));
  }

  /** Sends a request to a server. It never resolves if the server is killed. */
  async ask(process: SimulatedProcess, asked: Asked): Promise<Answered> {
    const { kind, key, callback } = asked;
    const list = kind === "batch" ? listOf(asked) : undefined;
    const headers = {
      "idempotency-key": key,
      "x-callback-url": callback,
      "content-type": list?.type,
      ...(kind === "later" && { prefer: "respond-async" }),
    };
    const event = { headers, body: list?.body ?? null, asked } satisfies Omit<Simulated, "context">;
    const handler = this.#endpoints[kind === "batch" ? "batches" : "requests"];
    const reply = await process.enter(() => handler(event, {} as Context));
    return { status: reply.statusCode, id: reply.headers["Promised"] };
  }

  /** Cancels a job or a batch. Returns its state then; undefined if that is not told. */
  async cancel(
    process: SimulatedProcess,
    kind: Asked["kind"],
    { account, id }: { readonly account: string; readonly id: string },
  ): Promise<string | undefined> {
    const event = { headers: { "x-api-key": apiKeyOf(account) }, body: null };
    const request = { event, values: [id], query: new URLSearchParams(), isHead: false };
    const answer = process.enter(() => CANCELLATIONS[kind === "batch" ? "batch" : "later"](request));
    return answer.then(
      ({ body }) => JSON.parse(body as string).state,
      () => undefined,
    );
  }

  #here(): Parts | undefined {
    const { process } = this.#world;
    return process && this.#parts.get(process);
  }

  #begin(name: string, pollIntervalMs: number, runners: () => Omit<Parts, "sender">): SimulatedProcess {
    const process = this.#world.begin(name, Math.round(this.#world.between(-MOST_SKEW_MS, MOST_SKEW_MS)));
    process.enter(() => {
      const { table } = this.network;
      const parts = { ...runners(), sender: new CallbackSender({ table, post: this.receiver.post, pollIntervalMs }) };
      this.#parts.set(process, parts);
      for (const part of Object.values(parts)) part.wake();
    });
    return process;
  }
}
