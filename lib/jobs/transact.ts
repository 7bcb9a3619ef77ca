import { randomUUID } from "node:crypto";
import {
  type CancellationReason,
  TransactionCanceledException,
  TransactionInProgressException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import type { Item, PrimaryKey } from "../accounts/account.ts";
import type { Table } from "../accounts/table.ts";
import { afterConflict, storeError, type Write } from "../accounts/write.ts";

/** Attempts at a transaction if others change its items at the same time. */
const CONFLICT_ATTEMPTS = 10;

/** `failed` has the writes whose conditions failed, by their index, with the items that they found. */
type Outcome =
  | { readonly isDone: true }
  | { readonly isDone: false; readonly failed: ReadonlyMap<number, Item | undefined> };

const isPassing = ({ Code }: CancellationReason): boolean =>
  Code === "TransactionConflict" || Code === "ThrottlingError" || Code === "ProvisionedThroughputExceeded";

const failuresOf = (reasons: readonly CancellationReason[]) =>
  new Map(
    reasons.flatMap(({ Code, Item }, index) => (Code === "ConditionalCheckFailed" ? [[index, Item] as const] : [])),
  );

/**
 * Does several conditional writes, all or none. Throws SERVICE_UNAVAILABLE or RATE_LIMIT_EXCEEDED as `writeItem` does; then it is
 * unknown whether the writes were done.
 */
export const transact = async (table: Table, writes: readonly TransactWriteItem[]): Promise<Outcome> => {
  for (let [attempt, token] = [1, randomUUID()]; ; attempt++) {
    try {
      const input = { TransactItems: [...writes], ClientRequestToken: token };
      await table.db.send(new TransactWriteItemsCommand(input));
      return { isDone: true };
    } catch (error) {
      if (error instanceof TransactionInProgressException && attempt < CONFLICT_ATTEMPTS) {
        // An earlier attempt is still in progress. The same token asks for its outcome.
        await afterConflict(attempt);
        continue;
      }
      if (!(error instanceof TransactionCanceledException)) throw storeError(error);
      const reasons = error.CancellationReasons ?? [];
      const failed = failuresOf(reasons);
      if (failed.size > 0) return { isDone: false, failed };
      if (!reasons.some(isPassing) || attempt >= CONFLICT_ATTEMPTS) throw storeError(error);
      await afterConflict(attempt);
      token = randomUUID();
    }
  }
};

/** An update as a part of a transaction. */
export const updateWrite = (
  { name }: Table,
  key: PrimaryKey,
  write: Omit<Write, "ReturnValues">,
): TransactWriteItem => ({
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
