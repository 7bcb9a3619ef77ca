import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { ServiceError } from "../errors/service-error.ts";
import type { PrimaryKey } from "./account.ts";
import { hashKey, isKey, keyIdOf } from "./key-format.ts";
import { forgetOldest } from "./known-accounts.ts";
import type { Table } from "./table.ts";

/** The account that a key belongs to, and which of its keys it is. */
export interface Caller {
  readonly account: string;
  readonly keyId: string;
  readonly last4: string;
  /** The name of the account's plan when the key was looked up; the meter finds out whether it has changed since. */
  readonly plan?: string | undefined;
}

/** Finds callers by their keys. */
export interface Keys {
  /** The caller of a key; undefined for one that is malformed, unknown, revoked or expired. */
  find(key: string): Promise<Caller | undefined>;
}

/** Milliseconds for which a known key is remembered. The meter refuses a revoked key in any case. */
const KNOWN_KEY_TTL_MS = 60_000;
/** Milliseconds for which an unknown key is remembered. */
const UNKNOWN_KEY_TTL_MS = 10_000;
const REMEMBERED_KEYS_LIMIT = 1000;

/** A caller, and the moment (ms since 1970) after which the key is refused. */
interface Found {
  readonly caller: Caller;
  readonly expires: number;
}

/** The primary key of an API key's item. */
export const primaryKeyOf = (hash: string): PrimaryKey => ({ pk: { S: `KEY#${hash}` }, sk: { S: "K" } });

/** The keys in a table, remembered for a while. */
export const keysIn = ({ db, name }: Table): Keys => {
  const remembered = new Map<string, { until: number; found: Promise<Found | undefined> }>();

  const lookUp = async (hash: string): Promise<Found | undefined> => {
    const { Item } = await db.send(new GetItemCommand({ TableName: name, Key: primaryKeyOf(hash) })).catch((cause) => {
      throw new ServiceError("SERVICE_UNAVAILABLE", "The accounts cannot be reached.", {
        reason: "store-unreachable",
        retryAfter: 5,
        cause,
      });
    });
    const account = Item?.["account"]?.S;
    if (account === undefined || Item?.["revoked"] !== undefined) return undefined;
    const expires = Item?.["expires"]?.S === undefined ? Number.POSITIVE_INFINITY : Date.parse(Item["expires"].S);
    const caller = { account, keyId: keyIdOf(hash), last4: Item?.["last4"]?.S ?? "", plan: Item?.["pl"]?.S };
    return expires > Date.now() ? { caller, expires } : undefined;
  };

  return {
    find: async (key) => {
      if (!isKey(key)) return undefined;
      const hash = hashKey(key);
      const known = remembered.get(hash);
      if (known && known.until > Date.now()) return (await known.found)?.caller;
      const entry = { until: Date.now() + UNKNOWN_KEY_TTL_MS, found: lookUp(hash) };
      remembered.delete(hash);
      remembered.set(hash, entry);
      forgetOldest(remembered, REMEMBERED_KEYS_LIMIT);
      try {
        const found = await entry.found;
        if (found !== undefined) entry.until = Math.min(Date.now() + KNOWN_KEY_TTL_MS, found.expires);
        return found?.caller;
      } catch (error) {
        if (remembered.get(hash) === entry) remembered.delete(hash);
        throw error;
      }
    },
  };
};
