import { randomUUID } from "node:crypto";
import { QueryCommand } from "@aws-sdk/client-dynamodb";
import { type Item, textIn } from "../accounts/account.ts";
import { numberValue } from "../accounts/expressions.ts";
import type { Table } from "../accounts/table.ts";
import { storeError, writeItem } from "../accounts/write.ts";
import {
  DELIVERY_SEPARATOR,
  type Delivery,
  type DeliveryProgress,
  progressWrite,
  sortableMoment,
  WAITING_PARTITION,
  waitingItem,
  waitingKey,
} from "../jobs/delivery.ts";
import { transact } from "../jobs/transact.ts";

/** Milliseconds for which a sender has a delivery: more than an attempt can take. */
export const LEASE_MS = 90_000;

/** What sorts before all accounts, behind all deliveries of an account, and behind all of a moment. */
const BEFORE_ACCOUNTS = " ";
const BEHIND = "~";

/** Entries that a read returns, and the most that a look passes over. The next look goes on behind the last account. */
const ENTRIES_AT_ONCE = 100;
const PASSED_ENTRIES_LIMIT = 1000;
const PASSED_ACCOUNTS_LIMIT = 500;
const FREED_ENTRIES_LIMIT = 100_000;

/** A delivery that waits. Moments are in ms since 1970. */
interface Waiting {
  readonly account: string;
  readonly id: string;
  readonly host: string;
  readonly dueAt: number;
  /** Until when somebody has it. */
  readonly until: number;
  readonly sender: string | undefined;
}

/** A delivery that a sender has. */
export interface TakenDelivery extends Pick<Waiting, "account" | "id" | "host" | "dueAt"> {
  readonly sender: string;
}

/** Whether an attempt may begin now for an account, at any host or at this one. */
export type MayBegin = (account: string, host?: string) => boolean;

const toWaiting = (item: Item): Waiting => {
  const [account = "", due = "", id = ""] = textIn(item, "sk").split(DELIVERY_SEPARATOR);
  return {
    account,
    id,
    host: textIn(item, "h"),
    dueAt: Number.parseInt(due, 36),
    until: Number(item["u"]?.N),
    sender: item["r"]?.S,
  };
};

const behindAccount = (account: string): string => account + DELIVERY_SEPARATOR + BEHIND;

/** The first delivery of each account. */
const firstOfEach = (waiting: readonly Waiting[]): Waiting[] =>
  waiting.filter(({ account }, index) => waiting[index - 1]?.account !== account);

const isOf = (sender: string) => ({
  ConditionExpression: "r = :r",
  ExpressionAttributeValues: { ":r": { S: sender } },
});

/**
 * The deliveries of a table that wait. Their turns go round by account, and those of an account come as they are due. `now` is
 * their clock in ms since 1970.
 */
export class WaitingDeliveries {
  readonly #table: Table;
  readonly #now: () => number;
  /** The account that had the last turn. */
  #last = "";

  constructor(table: Table, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /** Takes the delivery whose turn it is; undefined if none is due that may begin. */
  async take(mayBegin: MayBegin = () => true): Promise<TakenDelivery | undefined> {
    const start = this.#last;
    let [from, hasTurned] = [start === "" ? BEFORE_ACCOUNTS : behindAccount(start), start === ""];
    for (let passed = 0; passed < PASSED_ACCOUNTS_LIMIT; ) {
      const firsts = firstOfEach(await this.#between(from, BEHIND, ENTRIES_AT_ONCE));
      if (firsts.length === 0 && hasTurned) return undefined;
      if (firsts.length === 0) [from, hasTurned] = [BEFORE_ACCOUNTS, true];
      for (const { account, dueAt } of firsts) {
        if (hasTurned && start !== "" && account > start) return undefined;
        this.#last = account;
        const mayTake = dueAt <= this.#now() && mayBegin(account);
        const taken = mayTake ? await this.#takeOf(account, mayBegin) : undefined;
        if (taken !== undefined) return taken;
        from = behindAccount(account);
        passed++;
      }
    }
    return undefined;
  }

  /** Tells how an attempt went: the delivery has ended, or waits for its next moment. False if it was not the sender's any more. */
  async tell(taken: TakenDelivery, delivery: Delivery, progress: DeliveryProgress): Promise<boolean> {
    const { account, id, dueAt, sender } = taken;
    const { name } = this.#table;
    const { isDone } = await transact(this.#table, [
      { Delete: { TableName: name, Key: waitingKey(account, id, dueAt), ...isOf(sender) } },
      progressWrite(this.#table, delivery, progress),
      ...(progress.dueAt === undefined
        ? []
        : [{ Put: { TableName: name, Item: waitingItem(delivery.request, progress.dueAt) } }]),
    ]);
    return isDone;
  }

  /** Lets others send a delivery at once. */
  async putBack({ account, id, dueAt, sender }: TakenDelivery): Promise<void> {
    const { ConditionExpression, ExpressionAttributeValues } = isOf(sender);
    await writeItem(this.#table, waitingKey(account, id, dueAt), {
      UpdateExpression: "SET u = :u REMOVE r",
      ConditionExpression,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ":u": numberValue(0) },
    });
  }

  /** Removes a delivery from those that wait, because there is nothing to tell any more. */
  async remove({ account, id, dueAt, sender }: TakenDelivery): Promise<void> {
    const entry = { TableName: this.#table.name, Key: waitingKey(account, id, dueAt) };
    await transact(this.#table, [{ Delete: { ...entry, ...isOf(sender) } }]);
  }

  /**
   * Frees the deliveries whose senders have ended without a word. It is for the start of a server that has opened the store
   * itself: then no sender of before can be alive.
   */
  async freeAll(): Promise<void> {
    let from = BEFORE_ACCOUNTS;
    for (let passed = 0; passed < FREED_ENTRIES_LIMIT; passed += ENTRIES_AT_ONCE) {
      const entries = await this.#between(from, BEHIND, ENTRIES_AT_ONCE);
      const last = entries.at(-1);
      if (last === undefined) return;
      // The key itself is not read again.
      from = waitingKey(last.account, last.id, last.dueAt).sk.S + BEHIND;
      for (const { sender, ...entry } of entries) if (sender !== undefined) await this.putBack({ ...entry, sender });
    }
  }

  /** Takes the first delivery of an account that is due, nobody has, and may begin. */
  async #takeOf(account: string, mayBegin: MayBegin): Promise<TakenDelivery | undefined> {
    let from = account + DELIVERY_SEPARATOR;
    const to = from + sortableMoment(this.#now()) + BEHIND;
    for (let passed = 0; passed < PASSED_ENTRIES_LIMIT; passed += ENTRIES_AT_ONCE) {
      const entries = await this.#between(from, to, ENTRIES_AT_ONCE);
      for (const entry of entries) {
        const isFree = entry.until <= this.#now() && mayBegin(account, entry.host);
        const taken = isFree ? await this.#claim(entry) : undefined;
        if (taken !== undefined) return taken;
      }
      const last = entries.at(-1);
      if (last === undefined || entries.length < ENTRIES_AT_ONCE) return undefined;
      from = waitingKey(account, last.id, last.dueAt).sk.S + BEHIND;
    }
    return undefined;
  }

  /** Takes a delivery, unless somebody else has done so since it was read. */
  async #claim({ account, id, host, dueAt, until }: Waiting): Promise<TakenDelivery | undefined> {
    const sender = randomUUID();
    const { done, item } = await writeItem(this.#table, waitingKey(account, id, dueAt), {
      UpdateExpression: "SET u = :u, r = :r",
      ConditionExpression: "u = :until",
      ExpressionAttributeValues: {
        ":u": numberValue(this.#now() + LEASE_MS),
        ":r": { S: sender },
        ":until": numberValue(until),
      },
    });
    // The SDK repeats a write whose answer was lost: then the first one has been done already.
    return done || item?.["r"]?.S === sender ? { account, id, host, dueAt, sender } : undefined;
  }

  /** The deliveries between two sort keys, in their order. */
  async #between(from: string, to: string, limit: number): Promise<Waiting[]> {
    const query = new QueryCommand({
      TableName: this.#table.name,
      KeyConditionExpression: "pk = :q AND sk BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":q": WAITING_PARTITION, ":from": { S: from }, ":to": { S: to } },
      Limit: limit,
      ConsistentRead: true,
    });
    try {
      const { Items = [] } = await this.#table.db.send(query);
      return Items.map(toWaiting);
    } catch (error) {
      throw storeError(error);
    }
  }
}
