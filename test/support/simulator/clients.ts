import type { Asked, Ordered } from "./orders.ts";
import type { Answered, SimulatedService } from "./simulated-service.ts";
import type { SimulatedProcess, World } from "./world.ts";

/** Milliseconds over which clients begin, and for which they wait for an answer. */
export const BEGINNING_MS = 240_000;
const PATIENCE_MS = 120_000;

const SENDINGS_WITH_KEY = 5;

/** How probable it is that a client cancels what it was promised, and the milliseconds after which it does so. */
const CANCEL_PROBABILITY = { now: 0, later: 0.15, batch: 0.4 };
const CANCEL_MS = { least: 0, most: 20_000 };

/** Those who send the requests of a world, repeat them, and cancel some. */
export class Clients {
  /** How many have not got through yet. */
  waiting = 0;
  readonly #world: World;
  readonly #service: SimulatedService;
  readonly #server: () => SimulatedProcess;

  /** `server` finds one that takes requests. */
  constructor(world: World, service: SimulatedService, server: () => SimulatedProcess) {
    this.#world = world;
    this.#service = service;
    this.#server = server;
  }

  /** Lets one or two clients send a request, some time after the beginning of the world. */
  begin(order: Ordered): void {
    const world = this.#world;
    const clients = order.asked.key !== undefined && world.chance(0.3) ? 2 : 1;
    for (let client = 0; client < clients; client++) {
      this.waiting++;
      world.after(world.between(0, BEGINNING_MS), () => this.#client(order).finally(() => this.waiting--));
    }
  }

  /** A client sends a request, and repeats it if it has a key and got no answer or one that may pass. */
  async #client(order: Ordered): Promise<void> {
    const world = this.#world;
    const { asked, told } = order;
    for (let sending = 0; sending < (asked.key === undefined ? 1 : SENDINGS_WITH_KEY); sending++) {
      const { server, answer } = await this.#send(asked);
      told.push({ server, status: answer?.status, id: answer?.id });
      if (answer?.id !== undefined) return this.#mayCancel(order, answer.id);
      if (answer?.status === 200 || answer?.status === 402) return;
      await world.sleep(world.between(500, 20_000));
    }
  }

  async #send(asked: Asked): Promise<{ readonly server: SimulatedProcess; readonly answer: Answered | undefined }> {
    const server = this.#server();
    return { server, answer: await this.#patiently(this.#service.ask(server, asked)) };
  }

  async #mayCancel({ asked, cancelled }: Ordered, id: string): Promise<void> {
    const world = this.#world;
    if (!world.chance(CANCEL_PROBABILITY[asked.kind])) return;
    await world.sleep(world.between(CANCEL_MS.least, CANCEL_MS.most));
    const state = await this.#patiently(
      this.#service.cancel(this.#server(), asked.kind, { account: asked.caller.account, id }),
    );
    if (state !== undefined) cancelled.push({ id, state });
  }

  #patiently<Result>(asking: Promise<Result>): Promise<Result | undefined> {
    return Promise.race([asking, this.#world.sleep(PATIENCE_MS).then(() => undefined)]);
  }
}
