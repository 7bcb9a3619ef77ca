import {
  ConditionalCheckFailedException,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { ServiceError } from "../errors.ts";
import { type Account, accountKey, toAccount } from "./account.ts";
import type { Table } from "./table.ts";

/** A conditional write on an account: whether it was done, and the account after it if that was wanted, or as it stood in the way. */
export interface Written {
  readonly done: boolean;
  readonly account: Account | undefined;
}

/** A write's expressions and values, and what it wants to know of the account afterwards. */
export type Write = Pick<
  UpdateItemCommandInput,
  "UpdateExpression" | "ConditionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues" | "ReturnValues"
>;

const THROTTLED = /^(ProvisionedThroughputExceeded|Throttling|RequestLimitExceeded)/;

const refusal = (error: unknown): ServiceError =>
  error instanceof Error && THROTTLED.test(error.name)
    ? new ServiceError("RATE_LIMIT_EXCEEDED", "This account is used too fast.", { retryAfter: 1, cause: error })
    : new ServiceError("SERVICE_UNAVAILABLE", "The accounts cannot be reached.", { retryAfter: 5, cause: error });

/** Holds a write back when it has been put together and signed. */
const holdUntil = (command: UpdateItemCommand, due: Promise<void>): void => {
  command.middlewareStack.add(
    (next) => async (args) => {
      await due;
      return next(args);
    },
    { step: "finalizeRequest", priority: "low" },
  );
};

/**
 * Writes an account once, if the write's condition holds; throws 429 where DynamoDB throttles, 503 where it is gone.
 * One that is `due` later is made ready at once; where `due` rejects it is never sent.
 */
export const writeAccount = async (table: Table, id: string, write: Write, due?: Promise<void>): Promise<Written> => {
  try {
    const command = new UpdateItemCommand({
      TableName: table.name,
      Key: accountKey(id),
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      ...write,
    });
    if (due) holdUntil(command, due);
    const { Attributes } = await table.db.send(command);
    return { done: true, account: Attributes && toAccount(Attributes) };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw refusal(error);
    return { done: false, account: error.Item && toAccount(error.Item) };
  }
};
