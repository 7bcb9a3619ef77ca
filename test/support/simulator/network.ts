import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Table } from "../../../lib/accounts/table.ts";
import type { MemoryTable } from "./memory-table.ts";
import type { SimulatedProcess, World } from "./world.ts";

/** The SDK gives a request up after this time, and sends it three times in all. */
const TIMEOUT_MS = 5000;
const ATTEMPTS = 3;

/** How probable it is that a request is lost, comes late, or that its answer is lost. */
export interface Faults {
  readonly lost: number;
  readonly late: number;
  readonly answerLost: number;
}

interface Command {
  readonly middlewareStack: {
    resolve(
      handler: (args: object) => Promise<{ output: object }>,
      context: object,
    ): (args: object) => Promise<{ output: object }>;
  };
}

/** A client of the table in memory, which loses, delays and repeats as a network and the SDK do. */
export class Network {
  readonly #world: World;
  readonly #store: MemoryTable;
  readonly #faults: Faults;
  /** Until when (ms of the world) no request arrives. */
  outageUntil = 0;
  /** Called when the table has done a command of a process, before that is told so. */
  done: (process: SimulatedProcess | undefined) => void = () => {};
  /** Changes a command before it is done; a test of the simulator puts faults back with it. */
  spoil: (command: object) => object = (command) => command;

  constructor(world: World, store: MemoryTable, faults: Faults) {
    this.#world = world;
    this.#store = store;
    this.#faults = faults;
  }

  /** The table, as the service is given it. */
  get table(): Table {
    const send = (command: Command) => this.#send(command);
    return { name: "simulated", db: { send } as unknown as DynamoDBClient };
  }

  async #send(command: Command): Promise<object> {
    const process = this.#world.process;
    // What is added to a command may hold it back.
    const begin = command.middlewareStack.resolve(async () => {
      const output = await new Promise<object>((resolve, reject) =>
        this.#attempt(command, process, 1, { resolve, reject }),
      );
      return { output };
    }, {});
    return (await begin({ input: {} })).output;
  }

  #attempt(command: object, process: SimulatedProcess | undefined, attempt: number, asker: Asker): void {
    const world = this.#world;
    const wayMs = world.between(1, 15);
    const fate = world.random();
    const { lost, late, answerLost } = this.#faults;
    const giveUp = () =>
      world.afterIn(process, TIMEOUT_MS, () => {
        if (attempt < ATTEMPTS) this.#attempt(command, process, attempt + 1, asker);
        else asker.reject(Object.assign(new Error("The store did not answer."), { name: "TimeoutError" }));
      });
    const isLost = fate < lost || world.now < this.outageUntil;
    const isLate = !isLost && fate < lost + late;
    const isAnswerLost = fate < lost + late + answerLost;
    if (isLost || isAnswerLost) giveUp();
    if (isLate) world.after(world.between(TIMEOUT_MS, 90_000), () => this.#outcome(command));
    if (isLost || isLate) return;
    world.after(wayMs, () => {
      const outcome = this.#outcome(command);
      this.done(process);
      if (isAnswerLost) return;
      world.afterIn(process, wayMs, () => {
        const $metadata = { attempts: attempt };
        if ("error" in outcome) asker.reject(Object.assign(outcome.error, { $metadata }));
        else asker.resolve({ ...outcome.output, $metadata });
      });
    });
  }

  #outcome(command: object): { readonly output: object } | { readonly error: Error } {
    try {
      return { output: structuredClone(this.#store.run(this.spoil(command))) };
    } catch (error) {
      if (error instanceof Error) return { error };
      throw error;
    }
  }
}

/** Who waits for the answer to a command. */
interface Asker {
  readonly resolve: (value: object) => void;
  readonly reject: (error: Error) => void;
}
