import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { readCallbackSecrets } from "../../../../lib/accounts/callback-secrets.ts";
import { backupItems } from "../../../../lib/accounts/operator/backup.ts";
import { listCallbackSecrets, rotateCallbackSecret } from "../../../../lib/accounts/operator/callback-secrets.ts";
import { newCaller, table } from "../../../support/table.ts";

const DAY_MS = 86_400_000;
const now = 1_790_000_000_000;

const textsOf = async (account: string, moment: number) =>
  (await readCallbackSecrets(table, account, moment)).map(({ text }) => text);

suite("the secrets of an account's callbacks", () => {
  test("are none at first; a new one is shown once, in the form of the specification", async () => {
    const { account } = await newCaller(1);
    assert.deepEqual(await textsOf(account, now), []);
    const { callbackSecret, previousEnds } = await rotateCallbackSecret(table, account, now);
    assert.equal(previousEnds, undefined);
    const [, base64 = ""] = /^whsec_(.*)$/.exec(callbackSecret) ?? [];
    assert.equal(Buffer.from(base64, "base64").length, 32);
    assert.deepEqual(await textsOf(account, now + 1000 * DAY_MS), [callbackSecret]);
    const [listed] = await listCallbackSecrets(table, account, now);
    assert.deepEqual(listed, {
      last4: callbackSecret.slice(-5, -1),
      created: new Date(now).toISOString(),
      ends: undefined,
    });
    assert.ok(!JSON.stringify(listed).includes(callbackSecret));
  });

  test("are two for a day after a rotation; a further one ends the older one", async () => {
    const { account } = await newCaller(1);
    const [first, second, third] = [
      (await rotateCallbackSecret(table, account, now)).callbackSecret,
      (await rotateCallbackSecret(table, account, now + 1000)).callbackSecret,
      (await rotateCallbackSecret(table, account, now + 2000)).callbackSecret,
    ];
    assert.equal(new Set([first, second, third]).size, 3);
    assert.deepEqual(await textsOf(account, now + 2000), [third, second]);
    assert.deepEqual(await textsOf(account, now + 2000 + DAY_MS - 1), [third, second]);
    assert.deepEqual(await textsOf(account, now + 2000 + DAY_MS), [third]);
    assert.equal((await listCallbackSecrets(table, account, now + 2000 + DAY_MS)).length, 1);
  });

  test("that are made at the same time are all returned, and the last two are valid", async () => {
    const { account } = await newCaller(1);
    const made = await Promise.allSettled(Array.from({ length: 4 }, () => rotateCallbackSecret(table, account, now)));
    const told = made.flatMap((result) => (result.status === "fulfilled" ? result.value.callbackSecret : []));
    const valid = await textsOf(account, now);
    assert.equal(valid.length, 2);
    for (const text of valid) assert.ok(told.includes(text));
  });

  test("are of accounts that exist, of no other account, and in backups", async () => {
    const [one, other] = [await newCaller(1), await newCaller(1)];
    const { callbackSecret } = await rotateCallbackSecret(table, one.account, now);
    assert.deepEqual(await textsOf(other.account, now), []);
    await assert.rejects(rotateCallbackSecret(table, "nobody", now), /There is no account nobody/);
    await assert.rejects(listCallbackSecrets(table, "nobody", now), RangeError);
    const kept = [];
    for await (const item of backupItems(table)) if (JSON.stringify(item).includes(callbackSecret)) kept.push(item);
    assert.equal(kept.length, 1);
  });
});
