import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, toAccount } from "../../lib/accounts/account.ts";
import { hashKey, keyIdOf } from "../../lib/accounts/key-format.ts";
import type { Caller } from "../../lib/accounts/keys.ts";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { createTable, type Table, tableAt } from "../../lib/accounts/table.ts";
import type { UsageCounters } from "../../lib/accounts/usage.ts";
import { openStore } from "../../local/store.ts";
import { STORE_KEY } from "./store-key.ts";

const folder = await mkdtemp(join(tmpdir(), "platen-table-"));
const store = await openStore(folder, { key: STORE_KEY });
after(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** The address of that store. */
export const endpointUrl = store.endpoint;

/** A table in a store of this test file. */
export const table = tableAt("test", store);
await createTable(table);

/** The same table, reached through a server in between, which listens from now on. */
export const tableThrough = async (between: Server): Promise<Table> => {
  await once(between.listen(0, "127.0.0.1"), "listening");
  const { port } = between.address() as AddressInfo;
  const reached = tableAt(table.name, { endpoint: `http://127.0.0.1:${port}`, accessKeyId: STORE_KEY });
  after(() => {
    reached.db.destroy();
    between.close();
  });
  return reached;
};

/** The caller of a new account with these credits and one key. */
export const newCaller = async (credits: number): Promise<Caller> => {
  const account = (await createAccount(table, credits))!;
  const key = await createKey(table, account, "test");
  return { account, keyId: keyIdOf(hashKey(key)), last4: key.slice(-4) };
};

/** The usage counters of an account. */
export const usageCounters = async ({ account }: Caller): Promise<UsageCounters> => {
  const { Item } = await table.db.send(
    new GetItemCommand({ TableName: table.name, Key: accountKey(account), ConsistentRead: true }),
  );
  return toAccount(Item!).usage;
};

/** Remaining, used and reserved credits of an account at a time (ms since 1970). */
export const usage = ({ account }: Caller, now?: number) => usageOf(table, account, now);
