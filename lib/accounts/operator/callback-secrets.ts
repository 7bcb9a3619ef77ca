import { randomBytes } from "node:crypto";
import { type CallbackSecret, callbackSecretsKey, secretsIn, validSecrets } from "../callback-secrets.ts";
import type { Table } from "../table.ts";
import { readItem, writeItem } from "../write.ts";
import { showAccount } from "./accounts.ts";

/** Bytes of a secret: as many as the digest of its signatures has. */
const SECRET_BYTES = 32;

/** Milliseconds for which a secret stays valid that another one has followed. */
const OVERLAP_MS = 86_400_000;

/** Attempts at a change that others make at the same time. */
const ROTATION_ATTEMPTS = 5;

const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** A new secret, which is shown only this once, and until when the one before is valid too. */
export interface NewCallbackSecret {
  readonly account: string;
  readonly callbackSecret: string;
  readonly previousEnds: string | undefined;
}

/** The secrets after a new one. Of those before it the newest stays for the overlap; any older one ends. */
const rotated = (secrets: readonly CallbackSecret[], text: string, now: number): readonly CallbackSecret[] => {
  const [previous] = validSecrets(secrets, now);
  const kept = previous && {
    ...previous,
    endsAt: Math.min(previous.endsAt ?? Number.POSITIVE_INFINITY, now + OVERLAP_MS),
  };
  return [{ text, createdAt: now }, ...(kept ? [kept] : [])];
};

/**
 * Makes the secret of an account's callbacks anew, at a moment (ms since 1970). Throws RangeError if there is no such account,
 * or if others change it at the same time.
 */
export const rotateCallbackSecret = async (
  table: Table,
  account: string,
  now: number = Date.now(),
): Promise<NewCallbackSecret> => {
  await showAccount(table, account);
  const key = callbackSecretsKey(account);
  const callbackSecret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  for (let attempt = 0; attempt < ROTATION_ATTEMPTS; attempt++) {
    const item = await readItem(table, key);
    const was = item?.["d"]?.S;
    const secrets = rotated(secretsIn(item), callbackSecret, now);
    const { done, item: found } = await writeItem(table, key, {
      UpdateExpression: "SET d = :d",
      ConditionExpression: was === undefined ? "attribute_not_exists(pk)" : "d = :was",
      ExpressionAttributeValues: {
        ":d": { S: JSON.stringify(secrets) },
        ...(was !== undefined && { ":was": { S: was } }),
      },
    });
    // The SDK repeats a write whose answer was lost: then the first one has been done already.
    const isOurs = done || secretsIn(found)[0]?.text === callbackSecret;
    const endsAt = secrets[1]?.endsAt;
    if (isOurs) return { account, callbackSecret, previousEnds: endsAt === undefined ? undefined : moment(endsAt) };
  }
  throw new RangeError(`The secrets of account ${account} are changed by others at the same time.`);
};

/** A secret in an account's list; the moments are in ISO 8601. */
interface ListedSecret {
  readonly last4: string;
  readonly created: string;
  readonly ends: string | undefined;
}

/** The valid secrets of an account, the newest first. Throws RangeError if there is no such account. */
export const listCallbackSecrets = async (
  table: Table,
  account: string,
  now: number = Date.now(),
): Promise<ListedSecret[]> => {
  await showAccount(table, account);
  const secrets = validSecrets(secretsIn(await readItem(table, callbackSecretsKey(account))), now);
  return secrets.map(({ text, createdAt, endsAt }) => ({
    // The last characters without the padding of base64.
    last4: text.replace(/=$/, "").slice(-4),
    created: moment(createdAt),
    ends: endsAt === undefined ? undefined : moment(endsAt),
  }));
};
