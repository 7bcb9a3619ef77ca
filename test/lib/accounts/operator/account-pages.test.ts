import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { listAccounts, readAccountPage } from "../../../../lib/accounts/operator/account-pages.ts";
import { createAccount } from "../../../../lib/accounts/operator/credits.ts";
import { table } from "../../../support/table.ts";

const ACCOUNTS = 57;
const made: string[] = [];
for (let index = 0; index < ACCOUNTS; index++) made.push((await createAccount(table, index))!);

suite("the pages of accounts", () => {
  for (const limit of [1, 10, 19, ACCOUNTS, ACCOUNTS + 1]) {
    test(`of ${limit} hold each account once`, async () => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const { accounts, next } = await readAccountPage(table, { limit, cursor });
        assert.ok(accounts.length <= limit);
        found.push(...accounts.map(({ account }) => account));
        cursor = next;
      } while (cursor !== undefined);
      assert.equal(found.length, made.length);
      assert.deepEqual(new Set(found), new Set(made));
    });
  }

  test("make the whole list", async () => {
    const listed: string[] = [];
    for await (const { account } of listAccounts(table)) listed.push(account);
    assert.equal(listed.length, made.length);
    assert.deepEqual(new Set(listed), new Set(made));
  });

  test("continue if an account has come in between", async () => {
    const { next, accounts } = await readAccountPage(table, { limit: 20 });
    made.push((await createAccount(table, 1))!);
    const rest = await readAccountPage(table, { limit: 100, cursor: next });
    const found = new Set([...accounts, ...rest.accounts].map(({ account }) => account));
    assert.equal(found.size, accounts.length + rest.accounts.length);
    assert.ok(found.size >= ACCOUNTS);
  });

  for (const cursor of ["x", "", "e30", "bnVsbA", "WyIiLCIiXQ", "WyJhIiwiYiIsImMiXQ"])
    test(`refuse the cursor "${cursor}"`, async () => {
      await assert.rejects(readAccountPage(table, { limit: 1, cursor }), /cursor must be the next of an earlier page/);
    });
});
