import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { LOCAL_TABLE } from "../../local/store/format.ts";
import { runningStore } from "../../local/store.ts";
import type { BatchView } from "../support/batch-calls.ts";
import { npmStart, ready } from "../support/program.ts";
import { until } from "../support/until.ts";

const JOB_COUNT = Number(process.env["JOBS"] ?? 1000);
const PAGE_COUNT = 25;
/** A page beside a batch may take so many times as long as alone. */
const FACTOR_LIMIT = 3;

const data = await mkdtemp(join(tmpdir(), "platen-batch-neighbours-"));
after(() => rm(data, { recursive: true, force: true }));
const { url } = await ready(npmStart({ PLATEN_DATA: data }));
const table = tableAt(LOCAL_TABLE, await runningStore(data));
const newKey = async (credits: number) =>
  createKey(table, (await createAccount(table, credits, undefined, "unlimited"))!, "test");

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** Prints small pages one after another, and returns the milliseconds of each. */
const printPages = async (key: string): Promise<number[]> => {
  const times: number[] = [];
  for (let page = 0; page < PAGE_COUNT; page++) {
    const startedAt = performance.now();
    const reply = await fetch(`${url}/convert/html-to-pdf`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ html: `<p>hello ${page}` }),
    });
    assert.equal(reply.status, 200, await reply.clone().text());
    await reply.arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  return times;
};

test("pages of an account take at most three times as long beside a batch of another one as alone", async () => {
  const [neighbour, busy] = [await newKey(1000), await newKey(2 * JOB_COUNT)];
  await printPages(neighbour);
  const alone = await printPages(neighbour);
  const requests = Array.from({ length: JOB_COUNT }, (_, index) => ({
    operation: "/convert/html-to-pdf",
    body: { html: `<p>small ${index}` },
  }));
  const ask = async (path: string, init: RequestInit = {}): Promise<BatchView> => {
    const headers = { "X-API-Key": busy, "Content-Type": "application/json" };
    const reply = await fetch(url + path, { ...init, headers });
    return (await reply.json()) as BatchView;
  };
  const { id } = await ask("/batches", { method: "POST", body: JSON.stringify(requests) });
  const whileSubmitted = await printPages(neighbour);
  await until(async () => (await ask(`/batches/${id}`)).counts.succeeded > 0, { intervalMs: 100 });
  const beside = await printPages(neighbour);
  const { counts } = await ask(`/batches/${id}`);
  const [usual, first, later] = [alone, whileSubmitted, beside].map(median);
  console.log(
    `alone ${usual!.toFixed(0)} ms, beside the submission ${first!.toFixed(0)} ms, beside the jobs ${later!.toFixed(0)} ms; ${counts.succeeded} of ${JOB_COUNT} jobs were done meanwhile`,
  );
  assert.ok(counts.open > 0, "the batch lasts longer than the pages");
  await ask(`/batches/${id}`, { method: "DELETE" });
  for (const each of [first!, later!]) assert.ok(each <= FACTOR_LIMIT * usual!, `${each} ms beside ${usual} ms`);
});
