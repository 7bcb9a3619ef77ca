import assert from "node:assert/strict";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, test } from "node:test";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { table } from "../../support/table.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { bodiesFolder, clock, newAccount, trialUrl } from "../../support/trial.ts";

const folder = temporaryFolder("idempotency");

const HOUR_MS = 3_600_000;

const send = async (
  key: string,
  idempotencyKey: string,
  body: object | FormData,
  more: Readonly<Record<string, string>> = {},
) => {
  const isForm = body instanceof FormData;
  const reply = await fetch(trialUrl, {
    method: "POST",
    headers: {
      "X-API-Key": key,
      "Idempotency-Key": idempotencyKey,
      ...(isForm ? {} : { "Content-Type": "application/json" }),
      ...more,
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
    left: header("x-ratelimit-remaining"),
    headers: ["content-type", "content-length", "content-disposition", "etag", "x-warnings"].map(header),
    answer,
    error: reply.status === 200 ? undefined : JSON.parse(answer).error,
  };
};

/** Sends a request whose document is the content of a file, which is another one each time. */
const sendChanging = async (key: string, idempotencyKey: string, content: string, more?: Record<string, string>) => {
  const file = join(folder, `${key}-${idempotencyKey}`);
  await writeFile(file, content);
  return send(key, idempotencyKey, { cost: 1, file }, more);
};

const usedBy = async (account: string) => (await usageOf(table, account)).used;

suite("Idempotency-Key", { concurrency: false }, () => {
  test("a repetition is sent the first answer and costs nothing, whatever the boundary of its form", async () => {
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
    assert.deepEqual([second.answer, second.headers], [first.answer, first.headers]);
    assert.equal((await send(key, "two", form())).used, "1");
    assert.equal(await usedBy(account), 2);
  });

  test("a page that changes is one document for one charge, also when the credits are spent", async () => {
    const { account, key } = await newAccount(1);
    const first = await sendChanging(key, "one", "%PDF-first");
    for (let count = 0; count < 20; count++) {
      clock.now += 10_000;
      const { answer, used } = await sendChanging(key, "one", `%PDF-${count}`);
      assert.deepEqual([answer, used], [first.answer, "0"]);
    }
    assert.equal(await usedBy(account), 1);
  });

  test("a large answer is sent to two repetitions at once", async () => {
    const { key } = await newAccount(10);
    const large = "x".repeat(9_000_000);
    await sendChanging(key, "one", large);
    const file = join(folder, `${key}-one`);
    const both = await Promise.all([1, 2].map(() => send(key, "one", { cost: 1, file })));
    for (const { status, answer } of both) assert.deepEqual([status, answer === large], [200, true]);
  });

  test("a repetition counts in the rate windows", async () => {
    const { key } = await newAccount(10);
    const [first, second] = [await send(key, "one", { cost: 1 }), await send(key, "one", { cost: 1 })];
    assert.equal(Number(second.left), Number(first.left) - 1);
  });

  test("a repetition may ask for the metadata instead of the document, and the other way round", async () => {
    const { account, key } = await newAccount(10);
    const asJson = { Accept: "application/json" };
    const size = ({ answer }: { answer: string }) => JSON.parse(answer).size;
    await sendChanging(key, "one", "%PDF-1");
    const metadata = await sendChanging(key, "one", "%PDF-22", asJson);
    assert.deepEqual([size(metadata), JSON.parse(metadata.answer).creditsUsed, metadata.used], [6, 0, "0"]);
    assert.equal((await sendChanging(key, "one", "%PDF-333")).answer, "%PDF-1");
    assert.equal(size(await sendChanging(key, "two", "%PDF-1", asJson)), 6);
    const document = await sendChanging(key, "two", "%PDF-22");
    assert.deepEqual([document.answer, document.headers[0]], ["%PDF-1", "application/pdf"]);
    assert.equal(await usedBy(account), 2);
  });

  test("what could not be kept is charged once and made three times in all", async () => {
    const { account, key } = await newAccount(10);
    await writeFile(join(bodiesFolder, "out", account), ""); // no folder can be made there
    for (const [content, used] of [
      ["%PDF-1", "1"],
      ["%PDF-2", "0"],
      ["%PDF-3", "0"],
    ] as const) {
      const reply = await sendChanging(key, "one", content);
      assert.deepEqual([reply.status, reply.used, reply.answer], [200, used, content]);
    }
    const { status, error } = await sendChanging(key, "one", "%PDF-4");
    assert.deepEqual([status, error.reason, error.retryable], [409, "result-gone", false]);
    assert.equal(await usedBy(account), 1);
  });

  test("a repetition that works again and fails can be repeated", async () => {
    const { account, key } = await newAccount(10);
    await writeFile(join(bodiesFolder, "out", account), "");
    await sendChanging(key, "one", "%PDF-1");
    const file = join(folder, `${key}-one`);
    for (let count = 0; count < 3; count++) assert.equal((await send(key, "one", { cost: 1, file })).status, 500);
    await rm(join(bodiesFolder, "out", account));
    for (const content of ["%PDF-2", "%PDF-3"]) {
      assert.equal((await sendChanging(key, "one", content)).answer, "%PDF-2");
    }
    assert.equal(await usedBy(account), 1);
  });

  test("an answer that is kept no more is a 409", async () => {
    const { account, key } = await newAccount(10);
    await sendChanging(key, "one", "%PDF-1");
    const kept = join(bodiesFolder, "out", account);
    for (const name of await readdir(kept)) await rm(join(kept, name));
    const { status, error, retryAfter } = await sendChanging(key, "one", "%PDF-2");
    assert.deepEqual(
      [status, error.code, error.reason, retryAfter],
      [409, "IDEMPOTENCY_CONFLICT", "result-gone", null],
    );
  });

  test("a failed request leaves no answer behind", async () => {
    const { account, key } = await newAccount(1);
    assert.equal((await send(key, "one", { cost: 2 })).status, 402);
    assert.equal((await send(key, "two", { cost: 1, fail: "now" })).status, 500);
    await assert.rejects(readdir(join(bodiesFolder, "out", account)), { code: "ENOENT" });
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
