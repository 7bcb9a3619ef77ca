import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** The result of a conditional write; undefined if its condition did not hold. */
export const ifConditionHeld = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

/** The error for an account or a key that does not exist. */
export class NotFoundError extends RangeError {
  override readonly name = "NotFoundError";
}

/** The error for an account that does not exist. */
export const noAccount = (account: string) => new NotFoundError(`There is no account ${account}.`);
