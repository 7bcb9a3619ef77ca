import { randomUUID } from "node:crypto";
import { QueryCommand, type QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { type Item, type PrimaryKey, textIn } from "../accounts/account.ts";
import { numberValue } from "../accounts/expressions.ts";
import type { Table } from "../accounts/table.ts";
import { storeError, writeItem } from "../accounts/write.ts";
import type { JobRequest, JobState } from "./job.ts";
import { transact } from "./transact.ts";

/** How often a job is begun at most. One that ends its process each time must not do so forever. */
export const ATTEMPTS_LIMIT = 3;

/** Milliseconds for which a runner has a job. It prolongs them while it works. */
export const LEASE_MS = 30_000;

/** The queues of a table: jobs that have not ended, and batches that are to be submitted, cancelled or tidied up. */
type QueueName = "QUEUE" | "BATCHES";

/** Follows the account in sort keys. `AFTER_ACCOUNT` sorts behind all ids of an account, `BEFORE_ACCOUNTS` before all accounts. */
const SEPARATOR = "#";
const AFTER_ACCOUNT = "#~";
const BEFORE_ACCOUNTS = " ";

/** Entries of one account that a look reads at once, and the most that it passes over: as many as an account may have. */
const ENTRIES_AT_ONCE = 200;
const PASSED_ENTRIES_LIMIT = 100_000;

/** The most accounts that a look passes over. The next one goes on behind them. */
const PASSED_ACCOUNTS_LIMIT = 500;

/** What the queue holds of a job that has not ended. */
export interface QueueEntry {
  readonly account: string;
  readonly id: string;
  readonly plan: string;
  /** How often it was begun. */
  readonly attempts: number;
  /** Until when (ms since 1970) nobody else may begin it. */
  readonly until: number;
  /** The token of its runner; undefined if it was put back, or never begun. */
  readonly runner: string | undefined;
  readonly startedAt: number | undefined;
}

/** A job that a runner has. */
export interface TakenJob {
  readonly account: string;
  readonly id: string;
  readonly attempts: number;
  readonly runner: string;
  readonly startedAt: number;
}

/** The key of a job's entry in the queue, or of a batch's entry in its own. */
export const entryKey = (account: string, id: string, queue: QueueName = "QUEUE"): PrimaryKey => ({
  pk: { S: queue },
  sk: { S: account + SEPARATOR + id },
});

/** The entry of a new job, or of a batch. */
export const newEntryItem = (
  { caller: { account }, id, plan }: Pick<JobRequest, "caller" | "id" | "plan">,
  queue: QueueName = "QUEUE",
): Item => ({
  ...entryKey(account, id, queue),
  p: { S: plan },
  n: numberValue(0),
  u: numberValue(0),
});

/** Reads an entry. */
export const toEntry = (item: Item): QueueEntry => {
  const [account = "", id = ""] = textIn(item, "sk").split(SEPARATOR);
  return {
    account,
    id,
    plan: textIn(item, "p"),
    attempts: Number(item["n"]?.N),
    until: Number(item["u"]?.N),
    runner: item["r"]?.S,
    startedAt: item["t"]?.N === undefined ? undefined : Number(item["t"].N),
  };
};

/** The state of a job that has not ended, at a moment (ms since 1970). */
export const stateOf = (entry: QueueEntry | undefined, now: number): JobState =>
  entry?.runner !== undefined && entry.until > now ? "running" : "queued";

/** Whether a runner may not begin a job of an account on a plan now. */
export type IsFull = (account: string, plan: string) => boolean;

/**
 * A queue of a table: that of all jobs, unless another is named. Its turns go round by account: after a job of one account comes the oldest one of the next
 * account, by the accounts' ids. `now` is its clock in ms since 1970.
 */
export class JobQueue {
  readonly #table: Table;
  readonly #now: () => number;
  readonly #name: QueueName;
  /** The account that had the last turn. */
  #last = "";

  constructor(table: Table, now: () => number = Date.now, name: QueueName = "QUEUE") {
    this.#table = table;
    this.#now = now;
    this.#name = name;
  }

  /** Takes the job whose turn it is; undefined if there is none that may be begun. */
  async take(isFull: IsFull = () => false): Promise<TakenJob | undefined> {
    const start = this.#last;
    let hasTurned = start === "";
    let at = start;
    for (let passed = 0; passed < PASSED_ACCOUNTS_LIMIT; passed++) {
      const [first] = await this.#entries(
        "pk = :q AND sk > :from",
        { ":from": { S: at === "" ? BEFORE_ACCOUNTS : at + AFTER_ACCOUNT } },
        1,
      );
      if (first === undefined) {
        if (hasTurned) return undefined;
        [at, hasTurned] = ["", true];
        continue;
      }
      at = first.account;
      if (hasTurned && start !== "" && at > start) return undefined;
      const taken = isFull(at, first.plan) ? undefined : await this.#takeOf(first);
      if (taken === undefined) continue;
      this.#last = at;
      return taken;
    }
    this.#last = at;
    return undefined;
  }

  /** Keeps a job for longer; false if it is no longer the runner's: it was cancelled, or another one has taken it. */
  async extend({ account, id, runner }: TakenJob): Promise<boolean> {
    const { done, item, wasRepeated } = await writeItem(this.#table, entryKey(account, id, this.#name), {
      UpdateExpression: "SET u = :u",
      ConditionExpression: "r = :r",
      ExpressionAttributeValues: { ":u": numberValue(this.#now() + LEASE_MS), ":r": { S: runner } },
    });
    return done || (wasRepeated && item?.["r"]?.S === runner);
  }

  /** Lets others begin a job, after a delay. An attempt that says nothing about the job does not count. */
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
    return this.#entries("pk = :q", {}, 1).then(
      () => true,
      () => false,
    );
  }

  /**
   * Frees the jobs whose runners have ended without a word. It is for the start of a server that has opened the store itself:
   * then no runner of before can be alive.
   */
  async freeAll(): Promise<void> {
    let from = { S: BEFORE_ACCOUNTS };
    for (let passed = 0; passed < PASSED_ENTRIES_LIMIT; passed += ENTRIES_AT_ONCE) {
      const entries = await this.#entries("pk = :q AND sk > :from", { ":from": from }, ENTRIES_AT_ONCE);
      const last = entries.at(-1);
      if (last === undefined) return;
      from = entryKey(last.account, last.id, this.#name).sk;
      for (const { account, id, runner } of entries)
        if (runner !== undefined)
          await writeItem(this.#table, entryKey(account, id, this.#name), {
            UpdateExpression: "SET u = :u REMOVE r, t",
            ConditionExpression: "r = :r",
            ExpressionAttributeValues: { ":u": numberValue(this.#now()), ":r": { S: runner } },
          });
    }
  }

  /** Takes the oldest job of an account that nobody has. */
  async #takeOf(first: QueueEntry): Promise<TakenJob | undefined> {
    let entries = [first];
    for (let passed = 0; passed < PASSED_ENTRIES_LIMIT && entries.length > 0; passed += ENTRIES_AT_ONCE) {
      for (const entry of entries) {
        const taken = entry.until <= this.#now() ? await this.#claim(entry) : undefined;
        if (taken !== undefined) return taken;
      }
      const { account, id } = entries.at(-1) ?? first;
      const range = { ":from": entryKey(account, id, this.#name).sk, ":to": { S: account + AFTER_ACCOUNT } };
      const isBehind = (entry: QueueEntry) => entry.id > id;
      entries = (await this.#entries("pk = :q AND sk BETWEEN :from AND :to", range, ENTRIES_AT_ONCE)).filter(isBehind);
    }
    return undefined;
  }

  /** Begins a job, unless somebody else has changed its entry since it was read. */
  async #claim({ account, id, attempts, until }: QueueEntry): Promise<TakenJob | undefined> {
    const [startedAt, runner] = [this.#now(), randomUUID()];
    const { done, item } = await writeItem(this.#table, entryKey(account, id, this.#name), {
      UpdateExpression: "SET n = :n, u = :u, r = :r, t = :t",
      ConditionExpression: "n = :was AND u = :until",
      ExpressionAttributeValues: {
        ":n": numberValue(attempts + 1),
        ":u": numberValue(startedAt + LEASE_MS),
        ":r": { S: runner },
        ":t": numberValue(startedAt),
        ":was": numberValue(attempts),
        ":until": numberValue(until),
      },
    });
    // The SDK repeats a write whose answer was lost: then the first one has been done already.
    const isOurs = done || item?.["r"]?.S === runner;
    return isOurs ? { account, id, attempts: attempts + 1, runner, startedAt } : undefined;
  }

  async #entries(condition: string, values: QueryCommandInput["ExpressionAttributeValues"], limit: number) {
    const query = new QueryCommand({
      TableName: this.#table.name,
      KeyConditionExpression: condition,
      ExpressionAttributeValues: { ":q": { S: this.#name }, ...values },
      Limit: limit,
      ConsistentRead: true,
    });
    try {
      const { Items = [] } = await this.#table.db.send(query);
      return Items.map(toEntry);
    } catch (error) {
      throw storeError(error);
    }
  }
}
