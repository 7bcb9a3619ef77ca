import assert from "node:assert/strict";
import { randomBytes, randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { createClient } from "../../client/index.ts";
import { type Fault, faultyProxy } from "../support/client/faulty-proxy.ts";
import { newAccount, url, usage } from "../support/platen.ts";
import { stylesheet } from "../support/stylesheet.ts";

/** Few enough for the window of a minute, with their repetitions. */
const CALLS = 12;
const WHOLE_TEXT = stylesheet('<xsl:value-of select="."/>');

test("calls through a network that fails at random are charged once each", async () => {
  const kinds: readonly Fault[] = ["pass", "lose-answer", "cut-answer", "refuse", { status: 502 }, { status: 503 }];
  const faults = Array.from({ length: 25 }, () => kinds[randomInt(kinds.length)]!);
  const proxy = await faultyProxy(url, faults);
  const { account, key } = await newAccount(100);
  // Bodies of more than 1000 bytes, which are every second one, go ahead of their requests.
  const client = createClient({ url: proxy.url, key, attempts: 100, sendAheadAbove: 1000 });
  const call = async (_: unknown, index: number) => {
    const filling = "x".repeat(index % 2 === 0 ? 10 : 2000);
    const answer = await client.convertXmlToHtml({ xml: `<a>${index} ${filling}</a>`, xslt: WHOLE_TEXT });
    assert.match(await answer.text(), new RegExp(`${index} ${filling}`));
  };
  await Promise.all(Array.from({ length: CALLS }, call));
  assert.ok(proxy.asked.length > 25);
  assert.deepEqual(await usage(account), { account, credits: 100 - CALLS, used: CALLS, reserved: 0 }, faults.join());
});

test("waits for the request that still runs under its key, whatever its attempts", async () => {
  const { account, key } = await newAccount(10);
  const client = createClient({ url, key, attempts: 1 });
  const slow = { html: "<script>const end = performance.now() + 4500; while (performance.now() < end);</script>x" };
  const options = { idempotencyKey: `once-${randomBytes(8).toString("hex")}` };
  const answers = await Promise.all([1, 2].map(() => client.convertHtmlToPdf(slow, options)));
  assert.deepEqual(answers.map(({ creditsUsed }) => creditsUsed).sort(), [0, 1]);
  assert.equal((await usage(account)).used, 1);
});

suite("a large body", { concurrency: false }, () => {
  const large = async () => {
    const pdf = await readFile("samples/letter.pdf");
    // A comment after the end of a PDF file changes nothing of it.
    return Buffer.concat([pdf, Buffer.from(`\n%${randomBytes(3_000_000).toString("hex")}\n`)]);
  };

  test("is sent ahead of its request; the key does not go to its address", async () => {
    const proxy = await faultyProxy(url, []);
    const { account, key } = await newAccount(10);
    const file = new Blob([await large()]);
    const answer = await createClient({ url: proxy.url, key })
      .pdfPagesRemove({ file, pages: [2] })
      .catch((error) => error);
    assert.equal(answer.name, "PlatenError", "the letter has one page");
    const compressed = await createClient({ url: proxy.url, key }).pdfCompress({ file });
    assert.match(Buffer.from(await compressed.bytes()).toString("latin1"), /^%PDF-/);
    const [grant, put, request] = proxy.asked.slice(-3);
    assert.deepEqual([grant!.path, put!.method, request!.path], ["/uploads", "PUT", "/pdf/compress"]);
    assert.ok(put!.bytes > 6_000_000);
    assert.deepEqual([put!.headers["x-api-key"], request!.bytes], [undefined, 0]);
    assert.equal((await usage(account)).used, 2);
  });

  test("is sent again if the answer to its request is lost, and charged once", async () => {
    const proxy = await faultyProxy(url, ["lose-answer", "pass", "lose-answer", "pass", "pass", "lose-answer"]);
    const { account, key } = await newAccount(10);
    const file = new Blob([await large()]);
    const answer = await createClient({ url: proxy.url, key, attempts: 9 }).pdfCompress({ file });
    assert.equal(answer.headers.get("idempotency-replayed"), "true");
    assert.match(Buffer.from(await answer.bytes()).toString("latin1"), /^%PDF-/);
    assert.equal((await usage(account)).used, 2);
  });

  test("stays where it is while the service has no room for its request", async () => {
    const busy = { status: 503, headers: { "Retry-After": "1" } };
    const proxy = await faultyProxy(url, ["pass", "pass", busy]);
    const { key } = await newAccount(10);
    const client = createClient({ url: proxy.url, key, sendAheadAbove: 10 });
    await (await client.convertMarkdownToPdf({ markdown: "# A body above the limit" })).bytes();
    assert.deepEqual(
      proxy.asked.map(({ method }) => method),
      ["POST", "PUT", "POST", "POST"],
    );
  });
});
