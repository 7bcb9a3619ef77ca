import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { table } from "../../support/table.ts";
import { bodiesFolder, clock, newAccount, trialUrl } from "../../support/trial.ts";

const REPETITIONS = 1000;
/** Repetitions that run at once; an account without credits may make two in a second. */
const REPETITIONS_AT_ONCE = 2;

for (const credits of [1, 5]) {
  test(`${REPETITIONS} repetitions of one key for a page that changes are one document for one charge, of ${credits} credits`, async () => {
    const { account, key } = await newAccount(credits);
    const file = join(bodiesFolder, `page-${credits}`);
    const call = async () => {
      const reply = await fetch(trialUrl, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/json", "Idempotency-Key": "one" },
        body: JSON.stringify({ cost: 1, file }),
      });
      return [reply.status, reply.headers.get("x-credits-used"), await reply.text()];
    };
    await writeFile(file, "%PDF-0");
    assert.deepEqual(await call(), [200, "1", "%PDF-0"]);
    for (let count = 1; count <= REPETITIONS; count += REPETITIONS_AT_ONCE) {
      await writeFile(file, `%PDF-${count}`);
      clock.now += 20_000;
      for (const answer of await Promise.all(Array.from({ length: REPETITIONS_AT_ONCE }, call)))
        assert.deepEqual(answer, [200, "0", "%PDF-0"]);
    }
    const { used, credits: left } = await usageOf(table, account);
    assert.deepEqual([used, left], [1, credits - 1]);
    assert.equal((await readdir(join(bodiesFolder, "out", account))).length, 1);
  });
}
