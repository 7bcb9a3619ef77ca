import { createHash, randomUUID } from "node:crypto";
import { accountKey, type Item, toAccount } from "../account.ts";
import type { Table } from "../table.ts";
import { type ItemResult, sendUpdate, writeItem } from "../write.ts";
import { showAccount } from "./accounts.ts";
import { noAccount } from "./condition.ts";

/**
 * Milliseconds for which an account remembers a movement with a reference; and one without, which only the SDK repeats, if
 * an answer was lost.
 */
const REFERENCE_LIFETIME_MS = 86_400_000;
const REPETITION_LIFETIME_MS = 120_000;
/** Past movements that one movement removes; the next one removes the others. */
const REMOVED_LIMIT = 40;

const ATTRIBUTE_PREFIX = "mv:";
const HASH_DIGITS = 24;

/** The attribute that remembers a movement. Its text is the credits, and until when (ms since 1970) it is remembered. */
const attributeOf = (reference: string): string =>
  ATTRIBUTE_PREFIX + createHash("sha256").update(reference).digest("hex").slice(0, HASH_DIGITS);

/** A movement of credits, under the name of the attribute that remembers it until a moment (ms since 1970). */
interface Movement {
  readonly credits: number;
  readonly attribute: string;
  readonly until: number;
}

const remembered = (item: Item, attribute: string): Omit<Movement, "attribute"> | undefined => {
  const [credits, until] = (item[attribute]?.S ?? "").split(" ").map(Number);
  return credits === undefined || until === undefined ? undefined : { credits, until };
};

const pastMovements = (item: Item, now: number): string[] =>
  Object.keys(item).filter(
    (name) => name.startsWith(ATTRIBUTE_PREFIX) && (remembered(item, name)?.until ?? Number.POSITIVE_INFINITY) < now,
  );

/** Removes the movements that need not be remembered any more. */
const forgetPast = async (table: Table, account: string, item: Item, now: number): Promise<void> => {
  const past = pastMovements(item, now).slice(0, REMOVED_LIMIT);
  if (past.length === 0) return;
  await sendUpdate(table, {
    TableName: table.name,
    Key: accountKey(account),
    UpdateExpression: `REMOVE ${past.map((_, index) => `#m${index}`).join()}`,
    ExpressionAttributeNames: Object.fromEntries(past.map((name, index) => [`#m${index}`, name])),
  });
};

const send = (table: Table, account: string, { credits, attribute, until }: Movement): Promise<ItemResult> =>
  writeItem(table, accountKey(account), {
    UpdateExpression: "SET bal = bal + :c, #movement = :movement",
    ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(#movement) AND bal >= :least",
    ExpressionAttributeNames: { "#movement": attribute },
    ExpressionAttributeValues: {
      ":c": { N: String(credits) },
      ":least": { N: String(Math.max(0, -credits)) },
      ":movement": { S: `${credits} ${until}` },
    },
    ReturnValues: "ALL_NEW",
  });

/**
 * Adds credits to an account, or removes some if the number is negative, and returns the new balance. A movement is done once,
 * even if the answer to its write was lost; with a reference, even if it is asked for again within 24 hours. Throws
 * RangeError if the reference is empty or was used for another number, there is no such account, or it has fewer credits.
 */
export const moveCredits = async (
  table: Table,
  account: string,
  credits: number,
  reference?: string,
): Promise<number> => {
  if (reference === "") throw new RangeError("A reference is not empty.");
  const now = Date.now();
  const attribute = attributeOf(reference ?? randomUUID());
  const until = now + (reference === undefined ? REPETITION_LIFETIME_MS : REFERENCE_LIFETIME_MS);
  const { done, item } = await send(table, account, { credits, attribute, until });
  if (item === undefined) throw noAccount(account);
  if (done) {
    await forgetPast(table, account, item, now);
    return toAccount(item).balance;
  }
  const earlier = remembered(item, attribute);
  if (earlier === undefined) {
    const { credits: left } = await showAccount(table, account);
    throw new RangeError(`Account ${account} has only ${left} credits.`);
  }
  if (earlier.credits !== credits) throw new RangeError("The reference was used for another number of credits.");
  return toAccount(item).balance;
};
