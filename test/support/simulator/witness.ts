import { textIn } from "../../../lib/accounts/account.ts";
import { BATCH_SORT_PREFIX, batchKey, toBatch } from "../../../lib/jobs/batches/batch.ts";
import { DELIVERY_QUEUE, toDelivery } from "../../../lib/jobs/delivery.ts";
import { JOB_SORT_PREFIX, toJob } from "../../../lib/jobs/job.ts";
import { SORT_KEY_SEPARATOR } from "../../../lib/jobs/queue-items.ts";
import type { Item } from "./expressions.ts";
import type { Changed, MemoryTable } from "./memory-table.ts";
import type { World } from "./world.ts";

/** The queues, whose entries one process has at a time: until `u`, with the token `r`. */
const QUEUES: ReadonlySet<string> = new Set(["QUEUE", "BATCHES", DELIVERY_QUEUE]);

/** Milliseconds by which the clocks of processes are wrong at most. */
export const MOST_SKEW_MS = 2000;

/** The jobs of an account that have not ended, also those of batches which are not submitted, and their credits. */
interface Open {
  count: number;
  credits: number;
}

const countIn = (item: Item | undefined, attribute: string): number => Number(item?.[attribute]?.N ?? 0);

/** Sees each change of the table, and what must not happen at any moment, even if nobody could tell in the end. */
export class Witness {
  readonly problems: string[] = [];
  /** When (ms of the world) each job and batch has ended, by its id. */
  readonly ends = new Map<string, number>();
  /** How often somebody has taken a delivery, by the id of what has ended. */
  readonly claims = new Map<string, number>();
  readonly #world: World;
  readonly #store: MemoryTable;
  readonly #open = new Map<string, Open>();
  readonly #queued = new Set<string>();

  constructor(world: World, store: MemoryTable) {
    this.#world = world;
    this.#store = store;
    store.changed = (changes) => {
      for (const change of changes) this.#see(change);
      for (const change of changes) this.#compare(change);
    };
  }

  #say(problem: string): void {
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }

  #see(change: Changed): void {
    const item = change.after ?? change.before!;
    const [partition, sortKey] = [textIn(item, "pk"), textIn(item, "sk")];
    if (QUEUES.has(partition)) this.#seeEntry(change, partition, sortKey.split(SORT_KEY_SEPARATOR));
    else if (sortKey.startsWith(JOB_SORT_PREFIX)) this.#seeJob(change);
    else if (sortKey.startsWith(BATCH_SORT_PREFIX)) this.#seeBatch(change);
    else if (sortKey.startsWith("C#")) this.#seeDelivery(change);
  }

  #seeEntry({ before, after }: Changed, queue: string, [account, ...names]: string[]): void {
    const id = names.at(-1) ?? "";
    if (queue === "QUEUE" && before === undefined) {
      if (this.#queued.has(id)) this.#say("a job comes into the queue again");
      this.#queued.add(id);
    }
    const isTaken = before !== undefined && after?.["r"] !== undefined && after["r"].S !== before["r"]?.S;
    if (!isTaken) return;
    const latest = this.#world.clockOf(undefined) + MOST_SKEW_MS;
    if (countIn(before, "u") > latest) this.#say(`an entry of ${queue} is taken from somebody who has it`);
    if (queue !== DELIVERY_QUEUE) return;
    this.claims.set(id, (this.claims.get(id) ?? 0) + 1);
    const delivery = this.#store.get({ pk: { S: `ACC#${account}` }, sk: { S: `C#${id}` } });
    if (delivery !== undefined && toDelivery(delivery).progress.state !== "waiting")
      this.#say("a delivery that has ended is sent again");
  }

  #seeJob({ before, after }: Changed): void {
    if (after === undefined) {
      this.#say("a job is removed");
      return;
    }
    const { request, end } = toJob(after);
    const { account } = request.caller;
    if (before === undefined) {
      this.#opened(account, 1, request.credits);
      const batch = request.batch && this.#store.get(batchKey(account, request.batch.id));
      if (batch?.["bx"] !== undefined) this.#say("a job of a cancelled batch is submitted");
    } else if (before["e"] !== undefined) this.#say("a job ends twice");
    else if (end === undefined) this.#say("a job is submitted twice");
    if (end === undefined || before?.["e"] !== undefined) return;
    this.#opened(account, -1, -request.credits);
    this.ends.set(request.id, this.#world.now);
  }

  #seeBatch({ before, after }: Changed): void {
    if (after === undefined) {
      this.#say("a batch is removed");
      return;
    }
    const { request, submitted } = toBatch(after);
    const unsubmitted = request.count - submitted - (before ? request.count - countIn(before, "bi") : 0);
    this.#opened(request.caller.account, unsubmitted, countIn(after, "rc") - countIn(before, "rc"));
    if (before?.["bz"] !== undefined) this.#say("a batch goes on after its end");
    else if (after["bz"] !== undefined) this.ends.set(request.id, this.#world.now);
  }

  #seeDelivery({ before, after }: Changed): void {
    if (after === undefined) {
      this.#say("a delivery is removed");
      return;
    }
    const { request } = toDelivery(after);
    if (before === undefined && this.ends.get(request.id) !== this.#world.now)
      this.#say("a delivery is made apart from an end");
    if (before !== undefined && toDelivery(before).progress.state !== "waiting")
      this.#say("a delivery goes on after its end");
  }

  #opened(account: string, count: number, credits: number): void {
    const open = this.#open.get(account) ?? { count: 0, credits: 0 };
    this.#open.set(account, { count: open.count + count, credits: open.credits + credits });
  }

  /** Whether what is reserved for the jobs of an account is what those need that have not ended. */
  #compare({ after }: Changed): void {
    if (after?.["bal"] === undefined) return;
    const { count, credits } = this.#open.get(textIn(after, "pk").replace("ACC#", "")) ?? { count: 0, credits: 0 };
    if (countIn(after, "jn") !== count || countIn(after, "jc") !== credits)
      this.#say("what is reserved for jobs is not what they cost");
  }
}
