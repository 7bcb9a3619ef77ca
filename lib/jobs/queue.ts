import { QueryCommand, type QueryCommandInput } from "@aws-sdk/client-dynamodb";
import { numberValue } from "../accounts/expressions.ts";
import type { Table } from "../accounts/table.ts";
import { storeError, writeItem } from "../accounts/write.ts";
import {
  AFTER_ACCOUNT,
  BEFORE_ACCOUNTS,
  claim,
  entryKey,
  LEASE_MS,
  type QueueEntry,
  type QueueName,
  type TakenJob,
  toEntry,
} from "./entry.ts";
import { transact } from "./transact.ts";

/** Entries of one account that a look reads at once, and the most that it passes over: as many as an account may have. */
const ENTRIES_AT_ONCE = 200;
const PASSED_ENTRIES_LIMIT = 100_000;

/** The most accounts that a look passes over. The next one goes on behind them. */
const PASSED_ACCOUNTS_LIMIT = 500;

/** Whether a runner may not begin a job of an account on a plan now. */
export type IsFull = (account: string, plan: string) => boolean;

/**
 * A queue of a table: that of all jobs, unless another is named. Its turns go round by account: after a job of one account comes
 * the oldest one of the next account, by the accounts' ids. `now` is its clock in ms since 1970.
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
        const taken = entry.until <= this.#now() ? await claim(this.#table, entry, this.#now(), this.#name) : undefined;
        if (taken !== undefined) return taken;
      }
      const { account, id } = entries.at(-1) ?? first;
      const range = { ":from": entryKey(account, id, this.#name).sk, ":to": { S: account + AFTER_ACCOUNT } };
      const isBehind = (entry: QueueEntry) => entry.id > id;
      entries = (await this.#entries("pk = :q AND sk BETWEEN :from AND :to", range, ENTRIES_AT_ONCE)).filter(isBehind);
    }
    return undefined;
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
