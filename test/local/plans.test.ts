import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { form } from "../support/form.ts";
import { textPdf } from "../support/pdf/raw.ts";
import { npmStart, ready, run } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PLANS = JSON.stringify({
  gold: {
    requestsPerMinute: 600,
    requestsPerSecond: 40,
    credits: { "/pdf/merge": 5, "/pdf/pages/remove": 0, "/convert/html-to-pdf": { url: 4 } },
    documentMb: 1,
  },
  slow: { requestsPerMinute: 3 },
});
const MEGABYTE_BYTES = 1_048_576;

const folder = temporaryFolder("plans");
const settings = { PLATEN_DATA: folder, PLATEN_PLANS: PLANS };

/** Runs the account tool; returns its first row, or its message. */
const account = async (...args: string[]): Promise<Record<string, unknown>> => {
  const program = run("local/account.ts", [...args, "--json"], settings);
  return (await program.ended) === 0
    ? JSON.parse(program.output.stdout.split("\n")[0]!)
    : { message: program.output.stderr };
};

const files = () => form({ files: [textPdf("one"), textPdf("two")] });

suite("an account on a plan", { concurrency: false }, async () => {
  const { url } = await ready(npmStart(settings));
  const created = await account("create", "--credits", "100", "--plan", "gold");
  const key = created["apiKey"] as string;
  const id = created["account"] as string;
  const call = async (path: string, body: BodyInit | null, headers: Record<string, string> = {}, apiKey = key) => {
    const method = body === null ? "GET" : "POST";
    const response = await fetch(url + path, { method, headers: { "X-API-Key": apiKey, ...headers }, body });
    const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
    return { status: response.status, headers: response.headers, text };
  };

  test("pays the plan's prices and has the plan's windows", async () => {
    const merged = await call("/pdf/merge", files());
    assert.equal(merged.status, 200, merged.text);
    assert.equal(merged.headers.get("x-credits-used"), "5");
    assert.equal(merged.headers.get("x-credits-remaining"), "95");
    assert.equal(merged.headers.get("x-ratelimit-limit"), "600");
    assert.equal(merged.headers.get("x-ratelimit-remaining"), "599");
  });

  test("pays nothing for an operation whose price is 0, and the interface's price for others", async () => {
    const removed = await call("/pdf/pages/remove", form({ file: textPdf("a", "b"), pages: "[1]" }));
    assert.equal(removed.status, 200, removed.text);
    assert.equal(removed.headers.get("x-credits-used"), "0");
    const html = await call("/convert/html-to-pdf", '{"html":"<p>x"}', { "Content-Type": "application/json" });
    assert.equal(html.headers.get("x-credits-used"), "1");
    const dryRun = { "Content-Type": "application/json", Prefer: "dry-run" };
    const asked = await call("/convert/html-to-pdf", '{"url":"https://example.org/"}', dryRun);
    assert.equal(JSON.parse(asked.text).creditsUsed, 4);
    assert.equal(JSON.parse(asked.text).creditsRemaining, 94);
  });

  test("is refused documents over the plan's size", async () => {
    const large = Buffer.concat([textPdf("large"), Buffer.alloc(MEGABYTE_BYTES, 0x20)]);
    const { status, text } = await call("/pdf/compress", form({ file: large }));
    assert.equal(status, 413);
    assert.match(text, /The document is larger than 1 MB/);
  });

  test("sees its plan and windows at /account", async () => {
    const { plan, windows } = JSON.parse((await call("/account", null)).text);
    assert.equal(plan, "gold");
    assert.deepEqual(
      windows.map(({ seconds, limit }: { seconds: number; limit: number }) => [seconds, limit]),
      [
        [60, 600],
        [1, 40],
      ],
    );
  });

  test("pays for no repetition of a request that was free, once it is on a plan with a price", async () => {
    const remove = () =>
      call("/pdf/pages/remove", form({ file: textPdf("a", "b"), pages: "[1]" }), { "Idempotency-Key": "free" });
    const first = await remove();
    assert.equal(first.status, 200, first.text);
    await account("plan", id, "unlimited");
    const second = await remove();
    assert.deepEqual(
      [second.headers.get("x-credits-used"), second.headers.get("idempotency-replayed"), second.text],
      ["0", "true", first.text],
    );
    assert.equal((await account("show", id))["credits"], 94);
  });

  test("goes by another plan from its next request on", async () => {
    assert.equal((await account("plan", id, "unlimited"))["plan"], "unlimited");
    const free = await call("/pdf/merge", files());
    assert.equal(free.headers.get("x-credits-used"), "1");
    assert.equal(free.headers.get("x-ratelimit-limit"), null);
    const many = await Promise.all(Array.from({ length: 30 }, () => call("/pdf/merge", "{}")));
    assert.deepEqual(new Set(many.map(({ status }) => status)), new Set([415]));
    await account("plan", id, "slow");
    const slow = [];
    for (let i = 0; i < 40 && slow.at(-1)?.status !== 429; i++) slow.push(await call("/pdf/merge", "{}"));
    assert.match(slow.at(-1)!.text, /More than 3 requests a minute/);
    await account("plan", id, "standard");
    let standard = await call("/pdf/merge", files());
    for (let i = 0; i < 100 && standard.status === 429; i++) {
      await sleep(200); // a full window is remembered for 5 s
      standard = await call("/pdf/merge", files());
    }
    assert.equal(standard.status, 200, standard.text);
    assert.equal(standard.headers.get("x-ratelimit-limit"), "60");
  });

  test("with a key that is made later goes by its plan too", async () => {
    await account("plan", id, "gold");
    const { apiKey } = await account("create-key", id);
    assert.equal((await call("/pdf/merge", files(), {}, apiKey as string)).headers.get("x-credits-used"), "5");
  });

  test("is put on no plan that is not configured", async () => {
    const { message } = await account("plan", id, "platinum");
    assert.match(String(message), /There is no plan platinum: PLATEN_PLANS configures standard, unlimited, gold, slow/);
    assert.equal((await account("show", id))["plan"], "gold");
  });
});
