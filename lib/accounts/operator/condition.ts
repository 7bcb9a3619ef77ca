import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** Does a conditional write; undefined where its condition did not hold. */
export const ifHeld = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

/** The error that says that there is no such account. */
export const noAccount = (account: string) => new RangeError(`There is no account ${account}.`);
