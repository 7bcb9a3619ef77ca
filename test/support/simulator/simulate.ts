import { accountKey, newAccountItem, textIn } from "../../../lib/accounts/account.ts";
import type { Caller } from "../../../lib/accounts/keys.ts";
import { JOB_SORT_PREFIX, toJob } from "../../../lib/jobs/job.ts";
import type { Item } from "./expressions.ts";
import { type Ordered, priceOf, type Told, violations } from "./ledger.ts";
import { type Asked, SimulatedService } from "./simulated-service.ts";
import { type SimulatedProcess, World } from "./world.ts";

const FAULTS = { lost: 0.02, late: 0.02, answerLost: 0.03, bodyRefused: 0.03 };
const NO_FAULTS = { lost: 0, late: 0, answerLost: 0 };

const [ACCOUNTS, MOST_REQUESTS] = [1, 9];
/** Enough for all requests of an account, or not. */
const RICH = priceOf(MOST_REQUESTS + 1);
/** Milliseconds over which clients begin, for which they wait, and for which the service may work after them. */
const [BEGINNING_MS, PATIENCE_MS, END_LIMIT_MS] = [240_000, 120_000, 3_600_000];
/** Milliseconds in which servers are killed and the table is away. */
const DISTURBED_MS = 1.2 * BEGINNING_MS;
const SENDINGS_WITH_KEY = 5;
/** Servers are killed between two steps: after a command of theirs is done, before they are told so. */
const [MOST_KILLS, KILL_PROBABILITY] = [4, 0.02];

/** One run: the servers of a service, their clients, and what happens to them. */
class Run {
  readonly #world: World;
  readonly #service: SimulatedService;
  readonly #servers: SimulatedProcess[] = [];
  readonly #faults = { ...FAULTS };
  readonly #orders = new Map<string, Ordered[]>();
  readonly #initial = new Map<string, number>();
  #waiting = 0;

  constructor(seed: number, spoil: (command: object) => object) {
    this.#world = new World(seed);
    this.#service = new SimulatedService(this.#world, this.#faults);
    this.#service.network.spoil = spoil;
  }

  async check(): Promise<string[]> {
    const endRule = this.#world.rule();
    try {
      for (let server = 0; server < 2; server++) this.#start();
      for (let account = 0; account < ACCOUNTS; account++) this.#open(`account-${account}`);
      this.#disturb();
      await this.#world.run(DISTURBED_MS);
      while (this.#waiting > 0) await this.#world.run(1000);
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

  /** An account with its clients. */
  #open(id: string): void {
    const world = this.#world;
    const caller: Caller = { account: id, keyId: "key", last4: "0000", plan: "unlimited" };
    const count = Math.ceil(world.between(1, MOST_REQUESTS));
    const credits = world.chance(0.8) ? RICH : Math.floor(world.between(0, priceOf(count)));
    this.#initial.set(id, credits);
    const item = newAccountItem(id, credits, "unlimited");
    this.#service.store.put({ ...item, k: { M: { key: { N: "1" } } } });
    const orders = Array.from({ length: count }, (_, index): Ordered => {
      const key = world.chance(0.5) ? `key-${index}` : undefined;
      return { asked: { caller, credits: priceOf(index), key, isLater: world.chance(0.4) }, told: [] };
    });
    this.#orders.set(id, orders);
    for (const order of orders) {
      const clients = order.asked.key !== undefined && world.chance(0.3) ? 2 : 1;
      for (let client = 0; client < clients; client++) {
        this.#waiting++;
        world.after(world.between(0, BEGINNING_MS), () => this.#client(order).finally(() => this.#waiting--));
      }
    }
  }

  /** A client sends a request, and repeats it if it has a key and got no answer or one that may pass. */
  async #client({ asked, told }: Ordered): Promise<void> {
    const world = this.#world;
    for (let sending = 0; sending < (asked.key === undefined ? 1 : SENDINGS_WITH_KEY); sending++) {
      const answer = await this.#send(asked);
      told.push(answer);
      if (answer.status === 200 || answer.status === 202 || answer.status === 402) return;
      await world.sleep(world.between(500, 20_000));
    }
  }

  async #send(asked: Asked): Promise<Told> {
    const alive = this.#servers.filter(({ isAlive }) => isAlive);
    const server = alive[Math.floor(this.#world.random() * alive.length)] ?? this.#start();
    const nothing = { status: undefined, job: undefined };
    const asking = this.#service.ask(server, asked);
    const answer = await Promise.race([asking, this.#world.sleep(PATIENCE_MS).then(() => nothing)]);
    return { server, ...answer };
  }

  /** Lets servers be killed and stand still, and the table be away, now and then. */
  #disturb(): void {
    const world = this.#world;
    const often = (most: number, disturbance: () => void) => {
      const times = Math.floor(world.between(0, most + 1));
      for (let time = 0; time < times; time++) world.after(world.between(0, DISTURBED_MS), disturbance);
    };
    const server = () => this.#servers[Math.floor(world.random() * this.#servers.length)]!;
    let kills = Math.floor(world.between(0, MOST_KILLS + 1));
    this.#service.network.done = (process) => {
      if (process === undefined || world.now > DISTURBED_MS || kills === 0 || !world.chance(KILL_PROBABILITY)) return;
      kills--;
      process.isAlive = false;
      world.after(world.between(100, 20_000), () => this.#start());
    };
    often(4, () => {
      server().pausedUntil = world.now + world.between(1000, 250_000);
    });
    often(1, () => {
      this.#service.network.outageUntil = world.now + world.between(2000, 40_000);
    });
  }

  /** Lets all come to rest without further faults, and says what is wrong then. */
  async #end(): Promise<string[]> {
    const { store, network } = this.#service;
    const world = this.#world;
    Object.assign(this.#faults, NO_FAULTS, { bodyRefused: 0 });
    network.outageUntil = 0;
    const last = this.#start();
    const isQueueEmpty = () => !store.all().some(({ pk }) => pk?.S === "QUEUE");
    const limit = world.now + END_LIMIT_MS;
    do await world.run(60_000);
    while (!isQueueEmpty() && world.now < limit);
    // Reservations lapse, and those who have to return something do so.
    await world.run(900_000);
    await this.#touch(last);
    const stopping = this.#servers.filter(({ isAlive }) => isAlive).map((server) => this.#service.stop(server));
    await world.run(120_000);
    await Promise.all(stopping);
    return [...(isQueueEmpty() ? [] : ["the queue is not empty"]), ...this.#violations()];
  }

  /** Sends a request that is too dear for each account, so that lapsed reservations are found. */
  async #touch(server: SimulatedProcess): Promise<void> {
    for (const { asked } of [...this.#orders.values()].flatMap(([order]) => order ?? [])) {
      const dear: Asked = { ...asked, credits: 2 * RICH, key: undefined, isLater: false };
      const asking = this.#service.ask(server, dear);
      await this.#world.run(30_000);
      await asking;
    }
  }

  #violations(): string[] {
    const { store, bodies } = this.#service;
    const isJob = (item: Item) => textIn(item, "sk").startsWith(JOB_SORT_PREFIX);
    const jobs = new Map(
      store
        .all()
        .filter(isJob)
        .map((item) => [toJob(item).request.id, toJob(item)]),
    );
    const stored = new Set(bodies.keys);
    return [...this.#orders].flatMap(([id, orders]) => {
      const problems = violations(store.get(accountKey(id))!, BigInt(this.#initial.get(id)!), orders, jobs, stored);
      return problems.map((problem) => `${id}: ${problem}`);
    });
  }
}

/** Runs the world of a seed. Returns what does not hold in the end. `spoil` changes each command before the table does it. */
export const simulate = (seed: number, spoil: (command: object) => object = (command) => command): Promise<string[]> =>
  new Run(seed, spoil).check();
