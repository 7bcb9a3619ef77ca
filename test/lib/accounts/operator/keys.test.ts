import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { accountKey } from "../../../../lib/accounts/account.ts";
import { restoreItems } from "../../../../lib/accounts/operator/backup.ts";
import { createAccount } from "../../../../lib/accounts/operator/credits.ts";
import { createKey, listKeys } from "../../../../lib/accounts/operator/keys.ts";
import { openAccount } from "../../../../lib/accounts/operator/new-keys.ts";
import { table } from "../../../support/table.ts";

const items = async () => (await table.db.send(new ScanCommand({ TableName: table.name, Select: "COUNT" }))).Count;

test("nothing is written for a key of an account that does not exist, or with a label that is not possible", async () => {
  const account = (await createAccount(table, 1))!;
  const before = await items();
  await assert.rejects(createKey(table, "nobody", "test"), /There is no account nobody/);
  await assert.rejects(createKey(table, account, "a\u0000b"), /A label is text of one line/);
  await assert.rejects(
    openAccount(table, 1, { label: "x".repeat(201), expires: undefined, plan: "standard" }),
    /at most 200 characters/,
  );
  assert.equal(await items(), before);
});

const LARGE_ITEMS = 12;

test("a list of keys is whole if it has more than a megabyte", async () => {
  const account = (await createAccount(table, 1))!;
  const label = { S: "x".repeat(100_000) };
  const keys = Array.from({ length: LARGE_ITEMS }, (_, index) => ({ sk: { S: `KEY#${index}` }, label }));
  await restoreItems(table, Readable.from(keys.map((key) => ({ ...accountKey(account), ...key }))));
  assert.equal((await listKeys(table, account)).length, LARGE_ITEMS);
});
