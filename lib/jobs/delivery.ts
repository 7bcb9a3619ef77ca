import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { type Item, type PrimaryKey, textIn } from "../accounts/account.ts";
import { numberValue } from "../accounts/expressions.ts";
import type { Caller } from "../accounts/keys.ts";
import type { Table } from "../accounts/table.ts";
import { readItem } from "../accounts/write.ts";
import { type CallbackTarget, removalSecond } from "./job.ts";
import { moment } from "./moment.ts";
import { SORT_KEY_SEPARATOR } from "./queue-items.ts";
import { updateWrite } from "./transact.ts";

/** The states of the delivery of a callback. The last three are ends. */
export const DELIVERY_STATES = ["waiting", "delivered", "failed", "gone"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What has ended: a job or a batch, by its id. */
export interface DeliverySubject {
  readonly kind: "job" | "batch";
  readonly account: string;
  readonly id: string;
}

/** What a delivery is from its beginning. Moments are in ms since 1970. */
export interface DeliveryRequest extends DeliverySubject, CallbackTarget {
  readonly endedAt: number;
}

/** An attempt at a delivery: the status of the answer, or why there was none. */
export interface DeliveryAttempt {
  readonly at: number;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export interface DeliveryProgress {
  readonly state: DeliveryState;
  /** The last attempts, the oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Attempts since it was begun, or begun again. */
  readonly tries: number;
  /** When it is sent next; undefined after its end. */
  readonly dueAt?: number | undefined;
}

/** A delivery as its item holds it. */
export interface Delivery {
  readonly request: DeliveryRequest;
  readonly progress: DeliveryProgress;
}

/** A delivery that nobody has tried yet. */
const newProgress = (dueAt: number): DeliveryProgress => ({ state: "waiting", attempts: [], tries: 0, dueAt });

/** The key of a delivery's item. */
export const deliveryKey = (account: string, id: string): PrimaryKey => ({
  pk: { S: `ACC#${account}` },
  sk: { S: `C#${id}` },
});

/** Reads a delivery from its item. */
export const toDelivery = (item: Item): Delivery => ({
  request: JSON.parse(textIn(item, "d")) as DeliveryRequest,
  progress: JSON.parse(textIn(item, "s")) as DeliveryProgress,
});

/** The delivery of the end of a subject; undefined if it has none, or no longer. Throws if the table cannot be reached. */
export const findDelivery = async (table: Table, account: string, id: string): Promise<Delivery | undefined> => {
  const item = await readItem(table, deliveryKey(account, id));
  return item && toDelivery(item);
};

/** The queue of the deliveries that wait. */
export const DELIVERY_QUEUE = "CALLBACKS";

const MOMENT_LENGTH = 9;

/** A moment (ms since 1970) as sort keys hold it. */
export const sortableMoment = (moment: number): string => Math.floor(moment).toString(36).padStart(MOMENT_LENGTH, "0");

/** The key of a waiting delivery. Those of an account are in the order in which they are due. */
export const waitingKey = (account: string, id: string, dueAt: number): PrimaryKey => ({
  pk: { S: DELIVERY_QUEUE },
  sk: { S: [account, sortableMoment(dueAt), id].join(SORT_KEY_SEPARATOR) },
});

/** The item of a waiting delivery. `u` is until when a sender has it. */
export const waitingItem = ({ account, id, url }: DeliveryRequest, dueAt: number): Item => ({
  ...waitingKey(account, id, dueAt),
  h: { S: new URL(url).host },
  u: numberValue(0),
});

/** A job or batch that ends, and the address to which its end is reported. */
interface Ending {
  readonly caller: Pick<Caller, "account">;
  readonly id: string;
  readonly callback?: CallbackTarget | undefined;
}

/**
 * The two writes that create the delivery of a callback; none if no callback was asked for. They belong to the transaction that
 * ends the job or batch, so that each end has one delivery.
 */
export const deliveryWrites = (
  { name }: Table,
  kind: DeliverySubject["kind"],
  { caller: { account }, id, callback }: Ending,
  endedAt: number,
): TransactWriteItem[] => {
  if (callback === undefined) return [];
  const request: DeliveryRequest = { kind, account, id, ...callback, endedAt };
  const put = (Item: Item): TransactWriteItem => ({
    Put: { TableName: name, Item, ConditionExpression: "attribute_not_exists(pk)" },
  });
  return [
    put({
      ...deliveryKey(account, id),
      d: { S: JSON.stringify(request) },
      s: { S: JSON.stringify(newProgress(endedAt)) },
      ttl: numberValue(removalSecond({ at: endedAt })),
    }),
    put(waitingItem(request, endedAt)),
  ];
};

/** The write of a delivery's next progress. Its condition fails if others have written one since this one was read. */
export const progressWrite = (
  table: Table,
  { request, progress }: Delivery,
  next: DeliveryProgress,
): TransactWriteItem =>
  updateWrite(table, deliveryKey(request.account, request.id), {
    UpdateExpression: "SET s = :s",
    ConditionExpression: "s = :was",
    ExpressionAttributeValues: { ":s": { S: JSON.stringify(next) }, ":was": { S: JSON.stringify(progress) } },
  });

/** A callback as its caller sees it. It has no delivery before its job or batch has ended. */
export const callbackView = ({ url }: CallbackTarget, delivery: Delivery | undefined) => {
  const { state, attempts, dueAt } = delivery?.progress ?? { state: "waiting", attempts: [] };
  return {
    url,
    state,
    attempts: attempts.map(({ at, status, error }) => ({
      at: moment(at),
      ...(status !== undefined && { status }),
      ...(error !== undefined && { error }),
    })),
    ...(dueAt !== undefined && { nextAttemptAt: moment(dueAt) }),
  };
};
