import { hashKey, keyIdOf } from "../key-format.ts";
import type { Table } from "../table.ts";
import { createAccount } from "./credits.ts";
import { createKey } from "./keys.ts";
import { assertName } from "./limits.ts";

/** A new key, which is shown only this once, and its account. */
interface NewKey {
  readonly account: string;
  readonly apiKey: string;
  readonly keyId: string;
}

/** The label of a key, and the moment (ms since 1970) after which it is refused. */
interface NewKeyOptions {
  readonly label: string;
  readonly expires: number | undefined;
}

/** Adds a new key to an account. Throws RangeError if there is no such account, or the label is not possible. */
export const addKey = async (table: Table, account: string, { label, expires }: NewKeyOptions): Promise<NewKey> => {
  const apiKey = await createKey(table, account, label, { expires });
  return { account, apiKey, keyId: keyIdOf(hashKey(apiKey)) };
};

/** Creates an account with credits and a key, on a plan. Throws RangeError if the label is not possible. */
export const openAccount = async (
  table: Table,
  credits: number,
  { plan, ...options }: NewKeyOptions & { readonly plan: string },
): Promise<NewKey & { readonly credits: number }> => {
  assertName("label", options.label);
  const account = (await createAccount(table, credits, undefined, plan))!;
  return { ...(await addKey(table, account, options)), credits };
};
