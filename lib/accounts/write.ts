import { setTimeout as sleep } from "node:timers/promises";
import {
  ConditionalCheckFailedException,
  GetItemCommand,
  TransactionConflictException,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { ServiceError } from "../errors/service-error.ts";
import { type Account, accountKey, type Item, type PrimaryKey, toAccount } from "./account.ts";
import type { Table } from "./table.ts";

/** The result of a conditional write on an account, as that of `writeItem` on an item. */
export interface WriteResult {
  readonly done: boolean;
  readonly account: Account | undefined;
  /** Whether the write was sent more than once, because an answer did not come. */
  readonly wasRepeated: boolean;
}

/** The result of a conditional write: whether it was done, and the item after it, or the item that did not meet its condition. */
export interface ItemResult {
  readonly done: boolean;
  readonly item: Item | undefined;
  /** Whether the write was sent more than once, because an answer did not come. */
  readonly wasRepeated: boolean;
}

/** The expressions and values of a write, and what it returns of the item. */
export type Write = Pick<
  UpdateItemCommandInput,
  "UpdateExpression" | "ConditionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues" | "ReturnValues"
>;

const THROTTLING_ERROR = /^(ProvisionedThroughputExceeded|Throttling|RequestLimitExceeded)/;

/** The error that a caller gets if the table throttles, or cannot be reached. */
export const storeError = (error: unknown): ServiceError =>
  error instanceof Error && THROTTLING_ERROR.test(error.name)
    ? new ServiceError("RATE_LIMIT_EXCEEDED", "This account is called too often.", { retryAfter: 1, cause: error })
    : new ServiceError("SERVICE_UNAVAILABLE", "The accounts cannot be reached.", {
        reason: "store-unreachable",
        retryAfter: 5,
        cause: error,
      });

const isRepeated = ({ attempts = 1 }: { attempts?: number | undefined }): boolean => attempts > 1;

/** Holds back a signed write until `due` resolves. */
const holdUntil = (command: UpdateItemCommand, due: Promise<void>): void => {
  command.middlewareStack.add(
    (next) => async (args) => {
      await due;
      return next(args);
    },
    { step: "finalizeRequest", priority: "low" },
  );
};

/** Attempts at a write that conflicts with a transaction on the same item. Those of jobs take a few milliseconds each. */
const CONFLICT_ATTEMPTS = 8;
const CONFLICT_DELAY_MS = 10;

/** Waits before a write that has met a transaction is sent again. The time is random, so that not all writers meet again. */
export const afterConflict = (attempt: number): Promise<void> =>
  sleep(CONFLICT_DELAY_MS * 2 ** Math.min(attempt - 1, 5) * (0.5 + Math.random()));

/** Sends a write, again if it conflicts with a transaction. With `due` it is sent when that resolves. Rejects as the SDK does. */
export const sendUpdate = async ({ db }: Table, input: UpdateItemCommandInput, due?: Promise<void>) => {
  for (let attempt = 1; ; attempt++) {
    const command = new UpdateItemCommand(input);
    if (due) holdUntil(command, due);
    try {
      return await db.send(command);
    } catch (error) {
      if (!(error instanceof TransactionConflictException) || attempt === CONFLICT_ATTEMPTS) throw error;
      await afterConflict(attempt);
    }
  }
};

/**
 * Does a conditional write on an item, after transactions on the same item. Throws RATE_LIMIT_EXCEEDED if DynamoDB throttles, and
 * SERVICE_UNAVAILABLE if it cannot be reached. With `due` the write is signed at once, and sent when `due` resolves. It is never
 * sent if `due` rejects.
 */
export const writeItem = async (table: Table, key: Item, write: Write, due?: Promise<void>): Promise<ItemResult> => {
  try {
    const place = { TableName: table.name, Key: key, ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;
    const { Attributes, $metadata } = await sendUpdate(table, { ...place, ...write }, due);
    return { done: true, item: Attributes, wasRepeated: isRepeated($metadata) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw storeError(error);
    return { done: false, item: error.Item, wasRepeated: isRepeated(error.$metadata) };
  }
};

/** Does a conditional write on an account, as `writeItem` does. */
export const writeAccount = async (
  table: Table,
  id: string,
  write: Write,
  due?: Promise<void>,
): Promise<WriteResult> => {
  const { item, ...result } = await writeItem(table, accountKey(id), write, due);
  return { ...result, account: item && toAccount(item) };
};

/** The item under a key; undefined if there is none. Throws as `writeItem` does. */
export const readItem = async ({ db, name }: Table, key: PrimaryKey): Promise<Item | undefined> => {
  try {
    const { Item } = await db.send(new GetItemCommand({ TableName: name, Key: key, ConsistentRead: true }));
    return Item;
  } catch (error) {
    throw storeError(error);
  }
};
