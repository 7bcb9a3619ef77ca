import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ConnectionError, createClient, DeadlineError, PlatenError } from "../../client/index.ts";
import { faultyProxy } from "../support/client/faulty-proxy.ts";
import { newAccount, url, usage } from "../support/platen.ts";

const html = "<h1>Hello</h1>";

suite("the client", { concurrency: false }, () => {
  test("waits for its window when it makes too many requests", async () => {
    const proxy = await faultyProxy(url, [{ status: 429, headers: { "Retry-After": "1" } }]);
    const client = createClient({ url: proxy.url, key: (await newAccount(1)).key });
    const input = { markdown: "x" };
    const costs = await Promise.all(Array.from({ length: 5 }, () => client.convertMarkdownToPdf.dryRun(input)));
    assert.deepEqual(new Set(costs.map(({ creditsUsed }) => creditsUsed)), new Set([1]));
    assert.equal(proxy.asked.length, 6);
  });

  test("throws a 429 whose Retry-After comes after the deadline", async () => {
    const proxy = await faultyProxy(url, [{ status: 429, headers: { "Retry-After": "50" } }]);
    const client = createClient({ url: proxy.url, key: (await newAccount(1)).key, timeoutMs: 20_000 });
    await assert.rejects(client.convertHtmlToPdf({ html }), { status: 429, retryAfter: 50 });
    assert.equal(proxy.asked.length, 1);
  });

  test("comes back after a 503, with the same idempotency key", async () => {
    const headers = { "Retry-After": "1", "Content-Type": "application/json" };
    const body = JSON.stringify({ error: { code: "SERVICE_UNAVAILABLE", message: "This server is stopping." } });
    const proxy = await faultyProxy(url, [{ status: 503, headers, body }]);
    const { account, key } = await newAccount(10);
    const answer = await createClient({ url: proxy.url, key }).convertHtmlToPdf({ html });
    assert.match(Buffer.from(await answer.bytes()).toString("latin1"), /^%PDF-/);
    const keys = proxy.asked.map(({ headers }) => headers["idempotency-key"]);
    assert.deepEqual([keys.length, new Set(keys).size, keys[0]], [2, 1, answer.idempotencyKey]);
    assert.equal((await usage(account)).used, 1);
  });

  test("comes back after a 500 that may pass, and not after one that stays", async () => {
    const answerWith = (reason: string, retryable: boolean) => ({
      status: 500,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ error: { code: "PROCESSING_FAILED", message: "x", reason, retryable } }),
    });
    const { key } = await newAccount(10);
    const passing = await faultyProxy(url, [answerWith("engine-crashed", true)]);
    assert.ok((await createClient({ url: passing.url, key }).convertHtmlToPdf({ html })).size);
    assert.equal(passing.asked.length, 2);
    const staying = await faultyProxy(url, [answerWith("page-stalled", false)]);
    const refused = createClient({ url: staying.url, key }).convertHtmlToPdf({ html });
    await assert.rejects(refused, { name: "PlatenError", reason: "page-stalled", retryable: false });
    assert.equal(staying.asked.length, 1);
  });

  for (const [what, fault] of [
    ["before its answer", "lose-answer"],
    ["in the middle of its answer", "cut-answer"],
    ["before the request was passed on", "refuse"],
  ] as const) {
    test(`a connection that is lost ${what} is charged once`, async () => {
      const proxy = await faultyProxy(url, [fault, fault]);
      const { account, key } = await newAccount(10);
      const answer = await createClient({ url: proxy.url, key }).convertHtmlToPdf({ html });
      const bytes = await answer.bytes();
      assert.match(Buffer.from(bytes).toString("latin1"), /^%PDF-[\s\S]*%%EOF\s*$/);
      assert.equal(proxy.asked.length, 3);
      assert.deepEqual(await usage(account), { account, credits: 9, used: 1, reserved: 0 });
    });
  }

  test("two calls have two idempotency keys", async () => {
    const proxy = await faultyProxy(url, []);
    const { account, key } = await newAccount(10);
    const client = createClient({ url: proxy.url, key });
    for (const _ of [1, 2]) await (await client.convertHtmlToPdf({ html })).bytes();
    assert.equal((await usage(account)).used, 2);
    assert.equal(new Set(proxy.asked.map(({ headers }) => headers["idempotency-key"])).size, 2);
  });

  test("gives up after its attempts", async () => {
    const proxy = await faultyProxy(url, ["refuse", "refuse", "refuse", "refuse"]);
    const client = createClient({ url: proxy.url, key: (await newAccount(1)).key, attempts: 3 });
    await assert.rejects(client.convertHtmlToPdf({ html }), ConnectionError);
    assert.equal(proxy.asked.length, 3);
  });

  test("does not repeat what the service refuses", async () => {
    const proxy = await faultyProxy(url, []);
    const client = createClient({ url: proxy.url, key: (await newAccount(1)).key });
    await assert.rejects(client.convertHtmlToPdf({ html: "" }), PlatenError);
    assert.equal(proxy.asked.length, 1);
  });

  test("does not follow a redirection, because its key is for one address", async () => {
    const target = await faultyProxy(url, []);
    const proxy = await faultyProxy(url, [{ status: 307, headers: { Location: `${target.url}/convert/html-to-pdf` } }]);
    const client = createClient({ url: proxy.url, key: (await newAccount(1)).key });
    await assert.rejects(client.convertHtmlToPdf({ html }), { name: "PlatenError", status: 307, code: undefined });
    assert.deepEqual([proxy.asked.length, target.asked.length], [1, 0]);
  });

  test("ends at its deadline, and when its signal is aborted", async () => {
    const { account, key } = await newAccount(10);
    const client = createClient({ url, key });
    const endless = { html: "<p>x", options: { waitForSelector: "#never", waitTimeout: 30_000 } };
    await assert.rejects(client.convertHtmlToPdf(endless, { timeoutMs: 300 }), DeadlineError);
    const controller = new AbortController();
    const stopped = client.convertHtmlToPdf(endless, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("no more")), 300);
    await assert.rejects(stopped, /no more/);
    assert.equal((await usage(account)).used, 0);
  });
});
