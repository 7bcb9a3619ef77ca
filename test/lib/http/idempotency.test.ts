import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { table } from "../../support/table.ts";
import { clock, newAccount, trialUrl } from "../../support/trial.ts";

const folder = await mkdtemp(join(tmpdir(), "platen-idempotency-"));
after(() => rm(folder, { recursive: true }));

const HOUR_MS = 3_600_000;

const send = async (key: string, idempotencyKey: string, body: object | FormData) => {
  const isForm = body instanceof FormData;
  const reply = await fetch(trialUrl, {
    method: "POST",
    headers: {
      "X-API-Key": key,
      "Idempotency-Key": idempotencyKey,
      ...(isForm ? {} : { "Content-Type": "application/json" }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const answer = await reply.text();
  const header = (name: string) => reply.headers.get(name);
  return {
    status: reply.status,
    used: header("x-credits-used"),
    replayed: header("idempotency-replayed"),
    retryAfter: header("retry-after"),
    error: reply.status === 200 ? undefined : JSON.parse(answer).error,
  };
};

const usedBy = async (account: string) => (await usageOf(table, account)).used;

suite("Idempotency-Key", { concurrency: false }, () => {
  test("a repetition works again and costs nothing, whatever the boundary of its form", async () => {
    const { account, key } = await newAccount(10);
    const form = () => {
      const made = new FormData();
      made.append("file", new Blob(["content"]), "a.txt");
      return made;
    };
    const first = await send(key, "one", form());
    assert.deepEqual([first.status, first.used, first.replayed], [200, "1", null]);
    const second = await send(key, "one", form());
    assert.deepEqual([second.status, second.used, second.replayed], [200, "0", "true"]);
    assert.equal((await send(key, "two", form())).used, "1");
    assert.equal(await usedBy(account), 2);
  });

  test("the same key with another content is a 422, and costs nothing", async () => {
    const { account, key } = await newAccount(10);
    await send(key, "one", { cost: 1 });
    const { status, used, error } = await send(key, "one", { cost: 2 });
    assert.deepEqual([status, error.code, used], [422, "IDEMPOTENCY_MISMATCH", "0"]);
    assert.equal(await usedBy(account), 1);
  });

  test("of two requests at once one is a 409 with Retry-After", async () => {
    const { account, key } = await newAccount(10);
    const both = await Promise.all([1, 2].map(() => send(key, "one", { cost: 1, wait: 300 })));
    const [done, refused] = both.sort((a, b) => a.status - b.status);
    assert.deepEqual([done!.status, refused!.status, refused!.error.code], [200, 409, "IDEMPOTENCY_CONFLICT"]);
    assert.ok(Number(refused!.retryAfter) >= 1);
    assert.equal((await send(key, "one", { cost: 1, wait: 300 })).replayed, "true");
    assert.equal(await usedBy(account), 1);
  });

  test("a request that fails frees its key", async () => {
    const { account, key } = await newAccount(10);
    const file = join(folder, "later");
    assert.equal((await send(key, "one", { cost: 2, file })).status, 500);
    await writeFile(file, "%PDF-");
    const { status, used } = await send(key, "one", { cost: 2, file });
    assert.deepEqual([status, used], [200, "2"]);
    assert.equal(await usedBy(account), 2);
  });

  test("a request without enough credits frees its key", async () => {
    const { key } = await newAccount(1);
    assert.equal((await send(key, "one", { cost: 2 })).status, 402);
    assert.equal((await send(key, "one", { cost: 2 })).status, 402);
  });

  test("a key belongs to its account, and is forgotten after a day", async () => {
    const [mine, other] = [await newAccount(10), await newAccount(10)];
    assert.equal((await send(mine.key, "one", { cost: 1 })).used, "1");
    assert.equal((await send(other.key, "one", { cost: 2 })).used, "2");
    clock.now += 23 * HOUR_MS;
    assert.equal((await send(mine.key, "one", { cost: 1 })).used, "0");
    clock.now += HOUR_MS;
    assert.equal((await send(mine.key, "one", { cost: 1 })).used, "1");
  });

  test("a key of another form is a 400", async () => {
    const { key } = await newAccount(10);
    for (const wrong of ["two words", "x".repeat(256), "h\u00e9"]) {
      const { status, error } = await send(key, wrong, { cost: 1 });
      assert.deepEqual([status, error.code], [400, "INVALID_REQUEST"]);
      assert.match(error.message, /^Idempotency-Key must have/);
    }
  });
});
