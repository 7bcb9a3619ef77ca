import assert from "node:assert/strict";
import { test } from "node:test";
import { AccountTurns } from "../../../lib/jobs/account-turns.ts";
import type { EntryRange } from "../../../lib/jobs/queue-items.ts";

/** Turns of a queue whose entries have these accounts, and how often the queue was read. */
const turnsOf = (accounts: readonly string[], readAtOnce: number) => {
  const reads: EntryRange[] = [];
  const entries = accounts.map((account) => ({ account, key: `${account}#1` }));
  const read = async (range: EntryRange) => {
    reads.push(range);
    return entries.filter(({ key }) => key >= (range.from ?? "")).slice(0, range.limit);
  };
  return { turns: new AccountTurns(read, readAtOnce), reads };
};

const taken = async (turns: AccountTurns<{ account: string }>, count: number, isWanted = (_: string) => true) => {
  const accounts = [];
  for (let turn = 0; turn < count; turn++)
    accounts.push(await turns.take(async ({ account }) => (isWanted(account) ? account : undefined)));
  return accounts;
};

for (const readAtOnce of [1, 2, 100])
  test(`turns go round by account, with ${readAtOnce} read at once`, async () => {
    const { turns, reads } = turnsOf(["a", "a", "a", "a-b", "b", "b"], readAtOnce);
    assert.deepEqual(await taken(turns, 5), ["a", "a-b", "b", "a", "a-b"]);
    assert.deepEqual(await taken(turns, 3, (account) => account === "a"), ["a", "a", "a"]);
    reads.length = 0;
    assert.deepEqual(await taken(turns, 1, () => false), [undefined]);
    assert.ok(reads.length <= 5, `${reads.length} reads`);
    assert.deepEqual(await taken(turnsOf([], readAtOnce).turns, 1), [undefined]);
  });

test("a call passes over 500 accounts; the next call goes on behind them", async () => {
  const accounts = Array.from({ length: 800 }, (_, index) => `account-${String(index).padStart(3, "0")}`);
  const { turns } = turnsOf(accounts, 1);
  const isLast = (account: string) => account === "account-799";
  assert.deepEqual(await taken(turns, 2, isLast), [undefined, "account-799"]);
});
