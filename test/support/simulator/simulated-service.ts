import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";
import { accountsIn, openAccounts } from "../../../lib/accounts/accounts.ts";
import type { Caller } from "../../../lib/accounts/keys.ts";
import { config } from "../../../lib/config.ts";
import type { Contract } from "../../../lib/contract/contract.ts";
import { ServiceError, STATUS } from "../../../lib/errors/service-error.ts";
import type { Event, Host } from "../../../lib/http/exchange.ts";
import { idempotency } from "../../../lib/http/idempotency.ts";
import { meter } from "../../../lib/http/meter.ts";
import { Chain } from "../../../lib/http/middleware.ts";
import type { Authenticated, BodyRead, Deferrable, Received, Recorded } from "../../../lib/http/request.ts";
import { defer } from "../../../lib/http/respond-async.ts";
import { setJobTaker } from "../../../lib/jobs/taker.ts";
import type { Endpoint } from "../../../lib/server/endpoint.ts";
import { JobRunner } from "../../../lib/server/jobs/job-runner.ts";
import { setBodyStore } from "../../../lib/stored-bodies/body-store.ts";
import { MemoryBodies } from "./memory-bodies.ts";
import { MemoryTable } from "./memory-table.ts";
import { type Faults, Network } from "./network.ts";
import type { SimulatedProcess, World } from "./world.ts";

/** What a client asks for: who it is, the price, and whether and how it repeats the request. */
export interface Asked {
  readonly caller: Caller;
  readonly credits: number;
  readonly key: string | undefined;
  readonly isLater: boolean;
}

/** An answer: its status, and the job that it names. */
export interface Answered {
  readonly status: number;
  readonly job: string | undefined;
}

/** Of the contract only the path, for the usage, and the output, which is a document, are read. */
const PATH = "/pdf/merge";
const CONTRACT = { path: PATH, output: { name: "merged.pdf", type: "application/pdf" } } as unknown as Contract<string>;

/** A kind of failure of the work, and how probable it is. The last one says nothing about the document. */
const FAILURES = [
  [0.1, () => new ServiceError("PROCESSING_FAILED", "The work failed.", { reason: "document-too-complex" })],
  [0.05, () => new ServiceError("PROCESSING_FAILED", "The engine crashed.", { reason: "engine-crashed" })],
  [0.05, () => new ServiceError("SERVICE_UNAVAILABLE", "No turn.", { reason: "service-busy", retryAfter: 1 })],
] as const;

/** Milliseconds between two looks of a server at the queue: long ones, so that there are not too many. */
const LOOK_INTERVAL_MS = 20_000;

/** Milliseconds that the work takes. */
const WORK_MS = { usual: 3000, most: 55_000 };

/** What the middlewares before those of the meter find out. */
type Found = Recorded & Authenticated & BodyRead<string> & Deferrable;

type Simulated = Received & { readonly asked?: Asked };

/** The servers of a service with one table and one store of bodies, in a world. */
export class SimulatedService {
  readonly store = new MemoryTable();
  readonly bodies: MemoryBodies;
  readonly network: Network;
  readonly #world: World;
  readonly #runners = new Map<SimulatedProcess, JobRunner>();
  readonly #handler: Endpoint;

  constructor(world: World, faults: Faults & { readonly bodyRefused: number }) {
    this.#world = world;
    this.bodies = new MemoryBodies(world, faults);
    this.network = new Network(world, this.store, faults);
    this.#handler = this.#endpoint();
    openAccounts(accountsIn(this.network.table, () => Date.now()));
    setBodyStore(this.bodies);
    setJobTaker({
      wake: () => this.#runner()?.wake(),
      drop: (id) => this.#runner()?.drop(id),
      wakeBatches: () => {},
    });
  }

  /** Starts a server. */
  start(name: string): SimulatedProcess {
    const world = this.#world;
    const process = world.begin(name, Math.round(world.between(-2000, 2000)));
    process.enter(() => {
      const runner = new JobRunner({
        endpoints: new Map([[PATH, this.#handler]]),
        table: this.network.table,
        plans: config.plans,
        slots: 3,
        hasTurn: () => true,
        lookIntervalMs: LOOK_INTERVAL_MS,
      });
      this.#runners.set(process, runner);
      runner.wake();
    });
    return process;
  }

  /** Stops a server as SIGTERM does. */
  async stop(process: SimulatedProcess): Promise<void> {
    await process.enter(() => this.#runners.get(process)?.stop());
  }

  /** Sends a request to a server. It never resolves if the server is killed. */
  async ask(process: SimulatedProcess, asked: Asked): Promise<Answered> {
    const headers = asked.key === undefined ? {} : { "idempotency-key": asked.key };
    const event = { headers, body: null, asked } satisfies Event & { asked: Asked };
    const reply = await process.enter(() => this.#handler(event, {} as Context & Host));
    return { status: reply.statusCode, job: reply.headers["Job"] };
  }

  #runner(): JobRunner | undefined {
    const { process } = this.#world;
    return process && this.#runners.get(process);
  }

  #front(request: Simulated): Found {
    const { asked, context } = request;
    const { caller, credits } = asked ?? context.job!;
    const checked = { input: "", priceOn: () => credits, fingerprint: `${credits}` };
    const isLater = asked?.isLater ?? false;
    return {
      requestId: randomUUID(),
      startedAt: 0,
      phases: {},
      caller,
      checked,
      ...(isLater && { jobBody: { type: "application/pdf", bytes: Buffer.from("%PDF") } }),
    };
  }

  async #work(): Promise<void> {
    const world = this.#world;
    await world.sleep(world.between(5, world.chance(0.1) ? WORK_MS.most : WORK_MS.usual));
    let chance = world.random();
    for (const [probability, failure] of FAILURES) {
      if (chance < probability) throw failure();
      chance -= probability;
    }
  }

  /** The middlewares that count and charge, around work that only takes time. */
  #endpoint(): Endpoint {
    const answer = (statusCode: number, headers: Record<string, string> = {}) => ({
      statusCode,
      headers,
      body: "%PDF",
    });
    const failure = (error: ServiceError) => {
      const { code, reason, message } = error;
      return { ...answer(STATUS[code]), body: JSON.stringify({ error: { code, reason, message } }) };
    };
    const handler = new Chain<Simulated>()
      .use<Found>({ before: (request) => this.#front(request) })
      .use(defer(CONTRACT))
      .use(idempotency(CONTRACT))
      .use(meter(CONTRACT))
      .handle(
        async ({ kept, deferred }) => {
          if (kept === undefined && deferred === undefined) await this.#work();
          return { body: new Uint8Array() };
        },
        {
          reply: async ({ deferred }) =>
            deferred ? answer(202, { Job: deferred.job.request.id }) : answer(200, { "Content-Length": "4" }),
          errorReply: async (_, error) => failure(error),
        },
      );
    return handler as unknown as Endpoint;
  }
}
