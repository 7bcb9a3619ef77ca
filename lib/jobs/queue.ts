import { numberValue } from "../accounts/expressions.ts";
import type { Table } from "../accounts/table.ts";
import { writeItem } from "../accounts/write.ts";
import { AccountTurns } from "./account-turns.ts";
import {
  claimEntry,
  entryKey,
  JOB_LEASE_MS,
  type QueueEntry,
  type QueueName,
  type TakenJob,
  toEntry,
} from "./entry.ts";
import { BEHIND, behindAccount, type EntryRange, queueItems, queuePages } from "./queue-items.ts";
import { transact } from "./transact.ts";

/** Entries of one account that are read at once. */
const ENTRIES_AT_ONCE = 200;

/** Entries of one account that are passed over in search of a free one: as many as an account may have. */
const PASSED_ENTRIES_LIMIT = 100_000;

/** Whether a runner may not begin a job of an account on a plan now. */
export type IsFull = (account: string, plan: string) => boolean;

/** Whether an entry is for this process, which leaves all others alone. */
type IsOurs = (entry: QueueEntry) => boolean;

/**
 * A queue of a table: that of all jobs, unless another is named. Its turns go round by account, and the jobs of an account come
 * by age. `now` is its clock in ms since 1970.
 */
export class JobQueue {
  readonly #table: Table;
  readonly #now: () => number;
  readonly #name: QueueName;
  readonly #isOurs: IsOurs;
  readonly #turns = new AccountTurns((range) => this.#entries(range), 1);

  constructor(table: Table, now: () => number = Date.now, name: QueueName = "QUEUE", isOurs: IsOurs = () => true) {
    this.#table = table;
    this.#now = now;
    this.#name = name;
    this.#isOurs = isOurs;
  }

  /** Takes the job whose turn it is; undefined if no job may begin. */
  async take(isFull: IsFull = () => false): Promise<TakenJob | undefined> {
    return this.#turns.take(async (first) => (isFull(first.account, first.plan) ? undefined : this.#takeOf(first)));
  }

  /** Prolongs the lease of a job. Returns false if the runner has lost it: it was cancelled, or another runner has taken it. */
  async extend({ account, id, runner }: TakenJob): Promise<boolean> {
    const { done, item, wasRepeated } = await writeItem(this.#table, entryKey(account, id, this.#name), {
      UpdateExpression: "SET u = :u",
      ConditionExpression: "r = :r",
      ExpressionAttributeValues: { ":u": numberValue(this.#now() + JOB_LEASE_MS), ":r": { S: runner } },
    });
    return done || (wasRepeated && item?.["r"]?.S === runner);
  }

  /** Lets any runner begin a job again, after a delay. `counts` is false if the attempt says nothing about the job. */
  async putBack({ account, id, runner }: TakenJob, delayMs: number, counts: boolean): Promise<void> {
    await writeItem(this.#table, entryKey(account, id, this.#name), {
      UpdateExpression: `SET u = :u${counts ? "" : ", n = n - :one"} REMOVE r, t`,
      ConditionExpression: "r = :r",
      ExpressionAttributeValues: {
        ":u": numberValue(this.#now() + delayMs),
        ":r": { S: runner },
        ...(counts ? {} : { ":one": numberValue(1) }),
      },
    });
  }

  /** Removes the entry of a job that is no longer there, or has ended. */
  async remove({ account, id, runner }: TakenJob): Promise<void> {
    const entry = { TableName: this.#table.name, Key: entryKey(account, id, this.#name) };
    const isOurs = { ConditionExpression: "r = :r", ExpressionAttributeValues: { ":r": { S: runner } } };
    await transact(this.#table, [{ Delete: { ...entry, ...isOurs } }]);
  }

  /** Whether the table can be reached. */
  async isReachable(): Promise<boolean> {
    return this.#entries({ limit: 1 }).then(
      () => true,
      () => false,
    );
  }

  /**
   * Frees the jobs of runners that have ended without putting them back. Only a server that has opened the store itself may call
   * it, at its start: then no earlier runner can be alive.
   */
  async freeAll(): Promise<void> {
    for await (const items of queuePages(this.#table, this.#name))
      for (const { account, id, runner } of items.map(toEntry))
        if (runner !== undefined)
          await writeItem(this.#table, entryKey(account, id, this.#name), {
            UpdateExpression: "SET u = :u REMOVE r, t",
            ConditionExpression: "r = :r",
            ExpressionAttributeValues: { ":u": numberValue(this.#now()), ":r": { S: runner } },
          });
  }

  /** Takes the oldest free job of an account. */
  async #takeOf(first: QueueEntry): Promise<TakenJob | undefined> {
    let entries = [first];
    for (let passed = 0; passed < PASSED_ENTRIES_LIMIT && entries.length > 0; passed += ENTRIES_AT_ONCE) {
      for (const entry of entries) {
        if (entry.until > this.#now() || !this.#isOurs(entry)) continue;
        const taken = await claimEntry(this.#table, entry, this.#now(), this.#name);
        if (taken !== undefined) return taken;
      }
      const { account, id } = entries.at(-1) ?? first;
      // Only the last entry itself begins with its key, so that reading goes on behind it.
      const from = entryKey(account, id, this.#name).sk.S + BEHIND;
      entries = await this.#entries({ from, to: behindAccount(account), limit: ENTRIES_AT_ONCE });
    }
    return undefined;
  }

  async #entries(range: EntryRange): Promise<QueueEntry[]> {
    return (await queueItems(this.#table, this.#name, range)).map(toEntry);
  }
}
