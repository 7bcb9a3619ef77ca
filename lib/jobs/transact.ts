import { setTimeout as sleep } from "node:timers/promises";
import {
  type CancellationReason,
  GetItemCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import type { Item, PrimaryKey } from "../accounts/account.ts";
import type { Table } from "../accounts/table.ts";
import { storeError, type Write } from "../accounts/write.ts";

/** Attempts at a transaction whose items others change at the same time. */
const CONFLICT_ATTEMPTS = 8;
const CONFLICT_DELAY_MS = 20;

/** Whether a transaction was done; else which of its writes failed, with the items as these have found them. */
export type Outcome =
  | { readonly isDone: true }
  | { readonly isDone: false; readonly failed: ReadonlyMap<number, Item | undefined> };

const isPassing = ({ Code }: CancellationReason): boolean =>
  Code === "TransactionConflict" || Code === "ThrottlingError" || Code === "ProvisionedThroughputExceeded";

const failuresOf = (reasons: readonly CancellationReason[]) =>
  new Map(
    reasons.flatMap(({ Code, Item }, index) => (Code === "ConditionalCheckFailed" ? [[index, Item] as const] : [])),
  );

/**
 * Does several conditional writes, all or none. Throws SERVICE_UNAVAILABLE or RATE_LIMIT_EXCEEDED as `writeItem` does: then it
 * is not known whether they were done.
 */
export const transact = async (table: Table, writes: readonly TransactWriteItem[]): Promise<Outcome> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await table.db.send(new TransactWriteItemsCommand({ TransactItems: [...writes] }));
      return { isDone: true };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw storeError(error);
      const reasons = error.CancellationReasons ?? [];
      const failed = failuresOf(reasons);
      if (failed.size > 0) return { isDone: false, failed };
      if (!reasons.some(isPassing) || attempt >= CONFLICT_ATTEMPTS) throw storeError(error);
      await sleep(CONFLICT_DELAY_MS * attempt * (0.5 + Math.random()));
    }
  }
};

/** An update as a part of a transaction. */
export const updating = ({ name }: Table, key: PrimaryKey, write: Omit<Write, "ReturnValues">): TransactWriteItem => ({
  Update: {
    TableName: name,
    Key: key,
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    UpdateExpression: write.UpdateExpression,
    ConditionExpression: write.ConditionExpression,
    ExpressionAttributeNames: write.ExpressionAttributeNames,
    ExpressionAttributeValues: write.ExpressionAttributeValues,
  },
});

/** The item under a key; undefined if there is none. Throws as `transact` does. */
export const readItem = async ({ db, name }: Table, key: PrimaryKey): Promise<Item | undefined> => {
  try {
    const { Item } = await db.send(new GetItemCommand({ TableName: name, Key: key, ConsistentRead: true }));
    return Item;
  } catch (error) {
    throw storeError(error);
  }
};
