import assert from "node:assert/strict";
import { join } from "node:path";
import { suite, test } from "node:test";
import { npmStart, ready } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { untilAtWork } from "../support/until.ts";

const folder = temporaryFolder("limits");

const start = async (data: string, settings: Record<string, string>) => {
  const { url, apiKey } = await ready(npmStart({ PLATEN_DATA: join(folder, data), ...settings }));
  const print = (body: object) =>
    fetch(`${url}/convert/html-to-pdf`, {
      method: "POST",
      headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  return { print, atWork: (credits: number) => untilAtWork(url, apiKey, credits) };
};
const waiting = { html: "<p>x", options: { waitForSelector: "#never", waitTimeout: 30_000 } };
const messageOf = async (reply: Response) =>
  ((await reply.json()) as { error: { code: string; message: string } }).error;

suite("limits that the operator sets", { concurrency: 2 }, () => {
  test("work over the deadline is stopped with an error that says so, and not charged", async () => {
    const { print } = await start("deadline", { PLATEN_DEADLINE_MS: "20000", PLATEN_DEMO_CREDITS: "5" });
    const started = performance.now();
    const reply = await print(waiting);
    assert.equal(reply.status, 500);
    assert.ok(performance.now() - started >= 20_000);
    assert.equal(reply.headers.get("x-credits-used"), "0");
    assert.equal(reply.headers.get("x-credits-remaining"), "5");
    const { code, message } = await messageOf(reply);
    assert.equal(code, "PROCESSING_FAILED");
    assert.match(message, /longer than 20 s: Chromium was still loading/);
    const loop = await print({ html: "<script>for (;;) {}</script>" });
    assert.equal(loop.status, 500);
    assert.equal((await print({ html: "<p>next" })).headers.get("x-credits-remaining"), "4");
  });

  test("a selector that never matches is reported after waitTimeout", async () => {
    const { print } = await start("selector", {});
    const reply = await print({ html: "<p>x", options: { waitForSelector: "#never", waitTimeout: 200 } });
    assert.equal(reply.status, 500);
    assert.match((await messageOf(reply)).message, /#never/);
  });

  test("more work than the queue holds gets a 503 with Retry-After, and is not charged", async () => {
    const patience = { PLATEN_STALL_MS: "8000", PLATEN_DEADLINE_MS: "600000" };
    const { print, atWork } = await start("queue", { PLATEN_JOBS: "1", PLATEN_QUEUE: "1", ...patience });
    // Two documents are printed at once for each slot.
    const printed = [0, 1].map(() => print({ html: "<script>for (;;) {}</script>" }));
    await atWork(2);
    const queued = print({ html: "<p>queued" });
    await atWork(3);
    const refused = await print({ html: "<p>refused" });
    assert.equal(refused.status, 503);
    assert.match(refused.headers.get("retry-after")!, /^[1-9]\d*$/);
    assert.equal(refused.headers.get("x-credits-used"), "0");
    assert.equal((await messageOf(refused)).code, "SERVICE_UNAVAILABLE");
    for (const endless of printed) assert.equal((await endless).status, 500);
    const last = await queued;
    assert.equal(last.status, 200, last.ok ? "" : await last.text());
  });
});
