import { accountKey, textIn } from "../../../lib/accounts/account.ts";
import { BATCH_SORT_PREFIX, toBatch } from "../../../lib/jobs/batches/batch.ts";
import { DELIVERY_QUEUE } from "../../../lib/jobs/delivery.ts";
import { JOB_SORT_PREFIX, toJob } from "../../../lib/jobs/job.ts";
import { endedOf, wrongWithCallbacks } from "./callback-ledger.ts";
import { BEGINNING_MS, Clients } from "./clients.ts";
import { disturb } from "./disturbances.ts";
import { violations } from "./ledger.ts";
import { type Asked, newOrders, type Ordered } from "./orders.ts";
import { RICH } from "./prices.ts";
import { SimulatedService } from "./simulated-service.ts";
import { Witness } from "./witness.ts";
import { type SimulatedProcess, World } from "./world.ts";

const FAULTS = { lost: 0.02, late: 0.02, answerLost: 0.03, bodyRefused: 0.03 };
const NO_FAULTS = { lost: 0, late: 0, answerLost: 0, bodyRefused: 0 };

/** How probable it is that an account has enough credits for all that it asks for. */
const RICH_PROBABILITY = 0.8;
/** Milliseconds in which servers are killed and the table is away, and for which the service may work after them. */
const [DISTURBED_MS, END_LIMIT_MS] = [1.2 * BEGINNING_MS, 3_600_000];
/** Milliseconds for which callbacks are sent again at most: ten times, within four days. */
const [HOUR_MS, CALLBACKS_LIMIT_MS] = [3_600_000, 100 * 3_600_000];

/** One run: the servers of a service, their clients, and what happens to them. */
class Run {
  readonly #world: World;
  readonly #service: SimulatedService;
  readonly #witness: Witness;
  readonly #clients: Clients;
  readonly #servers: SimulatedProcess[] = [];
  readonly #faults = { ...FAULTS };
  readonly #account: string;
  #orders: readonly Ordered[] = [];
  #initial = 0;

  constructor(seed: number, spoil: (command: object) => object) {
    this.#world = new World(seed);
    this.#account = `account-${seed}`;
    this.#service = new SimulatedService(this.#world, this.#faults);
    this.#service.network.spoil = spoil;
    this.#witness = new Witness(this.#world, this.#service.store);
    this.#clients = new Clients(this.#world, this.#service, () => this.#server());
  }

  async check(): Promise<string[]> {
    const endRule = this.#world.rule();
    try {
      for (let server = 0; server < 2; server++) this.#start();
      this.#open();
      const { network } = this.#service;
      disturb(this.#world, { network, servers: this.#servers, start: () => this.#start(), until: DISTURBED_MS });
      await this.#world.run(DISTURBED_MS);
      while (this.#clients.waiting > 0) await this.#world.run(1000);
      return await this.#end();
    } finally {
      endRule();
    }
  }

  #start(): SimulatedProcess {
    const server = this.#service.start(`server-${this.#servers.length}`);
    this.#servers.push(server);
    return server;
  }

  /** A server that is there; a new one if there is none. */
  #server(): SimulatedProcess {
    const alive = this.#servers.filter(({ isAlive }) => isAlive);
    return alive[Math.floor(this.#world.random() * alive.length)] ?? this.#start();
  }

  /** Opens an account, and lets its clients begin. */
  #open(): void {
    const world = this.#world;
    this.#initial = Math.floor(world.chance(RICH_PROBABILITY) ? RICH : RICH ** world.random());
    const caller = this.#service.open(this.#account, this.#initial);
    this.#orders = newOrders(world, caller);
    for (const order of this.#orders) this.#clients.begin(order);
  }

  #isEmpty(...queues: string[]): boolean {
    return queues.every((queue) => this.#service.store.itemsOf(queue).length === 0);
  }

  /** Lets all come to rest without further faults, and says what is wrong then. */
  async #end(): Promise<string[]> {
    const world = this.#world;
    Object.assign(this.#faults, NO_FAULTS);
    this.#service.network.outageUntil = 0;
    const last = this.#start();
    const limit = world.now + END_LIMIT_MS;
    do await world.run(60_000);
    while (!this.#isEmpty("QUEUE", "BATCHES") && world.now < limit);
    // Reservations lapse, and those who have to return something do so.
    await world.run(900_000);
    await this.#touch(last);
    const stopping = this.#servers.filter(({ isAlive }) => isAlive).map((server) => this.#service.stop(server));
    await world.run(120_000);
    await Promise.all(stopping);
    await this.#sendCallbacks();
    const left = ["QUEUE", "BATCHES", DELIVERY_QUEUE].filter((queue) => !this.#isEmpty(queue));
    return [...left.map((queue) => `${queue} is not empty`), ...this.#violations()];
  }

  /** Sends a request that is too dear for the account, so that lapsed reservations are found. */
  async #touch(server: SimulatedProcess): Promise<void> {
    const { caller } = this.#orders[0]!.asked;
    const dear: Asked = { caller, kind: "now", credits: 2 * RICH, count: 1, key: undefined, callback: undefined };
    const asking = this.#service.ask(server, dear);
    await this.#world.run(30_000);
    await asking;
  }

  /** Lets the callbacks be sent again that nobody has taken so far. */
  async #sendCallbacks(): Promise<void> {
    const world = this.#world;
    const sender = this.#service.startSender("sender");
    const limit = world.now + CALLBACKS_LIMIT_MS;
    while (!this.#isEmpty(DELIVERY_QUEUE) && world.now < limit) await world.run(HOUR_MS);
    const stopping = this.#service.stop(sender);
    await world.run(120_000);
    await stopping;
  }

  #violations(): string[] {
    const { store, bodies, receiver } = this.#service;
    const key = accountKey(this.#account);
    const items = store.itemsOf(key.pk.S);
    const those = (prefix: string) => items.filter((item) => textIn(item, "sk").startsWith(prefix));
    const jobs = new Map(those(JOB_SORT_PREFIX).map((item) => [toJob(item).request.id, toJob(item)]));
    const batches = new Map(those(BATCH_SORT_PREFIX).map((item) => [toBatch(item).request.id, toBatch(item)]));
    const belongings = { item: store.get(key)!, jobs, batches, bodies: new Set(bodies.keys) };
    return [
      ...this.#witness.problems,
      ...violations(BigInt(this.#initial), this.#orders, belongings),
      ...wrongWithCallbacks(endedOf(jobs.values(), batches.values()), store, receiver.messages, this.#witness),
    ];
  }
}

/** Runs the world of a seed. Returns what does not hold in the end. `spoil` changes each command before the table does it. */
export const simulate = (seed: number, spoil: (command: object) => object = (command) => command): Promise<string[]> =>
  new Run(seed, spoil).check();
