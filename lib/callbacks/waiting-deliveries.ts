import { randomUUID } from "node:crypto";
import { type Item, textIn } from "../accounts/account.ts";
import { numberValue } from "../accounts/expressions.ts";
import type { Table } from "../accounts/table.ts";
import { writeItem } from "../accounts/write.ts";
import { AccountTurns } from "../jobs/account-turns.ts";
import {
  DELIVERY_QUEUE,
  type Delivery,
  type DeliveryProgress,
  progressWrite,
  sortableMoment,
  waitingItem,
  waitingKey,
} from "../jobs/delivery.ts";
import { BEHIND, type EntryRange, queueItems, queuePages, SORT_KEY_SEPARATOR } from "../jobs/queue-items.ts";
import { transact } from "../jobs/transact.ts";

/** Milliseconds for which a sender has a delivery: more than an attempt can take. */
export const DELIVERY_LEASE_MS = 90_000;

/** Entries that are read at once. */
const ENTRIES_AT_ONCE = 100;

/** Entries of one account that are passed over in search of one that may begin. */
const PASSED_ENTRIES_LIMIT = 1000;

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
  const [account = "", due = "", id = ""] = textIn(item, "sk").split(SORT_KEY_SEPARATOR);
  return {
    account,
    id,
    host: textIn(item, "h"),
    dueAt: Number.parseInt(due, 36),
    until: Number(item["u"]?.N),
    sender: item["r"]?.S,
  };
};

const isOf = (sender: string) => ({
  ConditionExpression: "r = :r",
  ExpressionAttributeValues: { ":r": { S: sender } },
});

/**
 * The deliveries of a table that wait. They are taken in turns by account, and those of an account as they are due. `now` is the
 * clock in ms since 1970.
 */
export class WaitingDeliveries {
  readonly #table: Table;
  readonly #now: () => number;
  readonly #turns = new AccountTurns((range) => this.#entries(range), ENTRIES_AT_ONCE);

  constructor(table: Table, now: () => number = Date.now) {
    this.#table = table;
    this.#now = now;
  }

  /** Takes the delivery whose turn it is; undefined if none is due that may begin. */
  async take(mayBegin: MayBegin = () => true): Promise<TakenDelivery | undefined> {
    return this.#turns.take(async ({ account, dueAt }) =>
      dueAt <= this.#now() && mayBegin(account) ? this.#takeOf(account, mayBegin) : undefined,
    );
  }

  /** Writes how an attempt went: the delivery has ended or waits for the next one. Returns false if the sender has lost it. */
  async record(taken: TakenDelivery, delivery: Delivery, progress: DeliveryProgress): Promise<boolean> {
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

  /** Removes a delivery from those that wait, because its job or batch no longer exists. */
  async remove({ account, id, dueAt, sender }: TakenDelivery): Promise<void> {
    const entry = { TableName: this.#table.name, Key: waitingKey(account, id, dueAt) };
    await transact(this.#table, [{ Delete: { ...entry, ...isOf(sender) } }]);
  }

  /**
   * Frees the deliveries of senders that have ended without putting them back. Only a server that has opened the store itself may
   * call it, at its start: then no earlier sender can be alive.
   */
  async freeAll(): Promise<void> {
    for await (const items of queuePages(this.#table, DELIVERY_QUEUE))
      for (const { sender, ...entry } of items.map(toWaiting))
        if (sender !== undefined) await this.putBack({ ...entry, sender });
  }

  /** Takes the first delivery of an account that is due, nobody has, and may begin. */
  async #takeOf(account: string, mayBegin: MayBegin): Promise<TakenDelivery | undefined> {
    let from = account + SORT_KEY_SEPARATOR;
    const to = from + sortableMoment(this.#now()) + BEHIND;
    for (let passed = 0; passed < PASSED_ENTRIES_LIMIT; passed += ENTRIES_AT_ONCE) {
      const entries = await this.#entries({ from, to, limit: ENTRIES_AT_ONCE });
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
        ":u": numberValue(this.#now() + DELIVERY_LEASE_MS),
        ":r": { S: sender },
        ":until": numberValue(until),
      },
    });
    // The SDK repeats a write whose answer was lost: then the first one has been done already.
    return done || item?.["r"]?.S === sender ? { account, id, host, dueAt, sender } : undefined;
  }

  async #entries(range: EntryRange): Promise<Waiting[]> {
    return (await queueItems(this.#table, DELIVERY_QUEUE, range)).map(toWaiting);
  }
}
