import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { LOCAL_TABLE } from "../../local/store/format.ts";
import { runningStore } from "../../local/store.ts";
import type { BatchView } from "../support/batch-calls.ts";
import { npmStart, ready } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const [JOB_COUNT, PAGE_COUNT, SLOTS] = [1000, 25, 2];
/** A page and a job of the batch take turns; a slot that the page leaves free does more jobs before the next one comes. */
const JOBS_FOR_A_PAGE_LIMIT = 10;

const data = temporaryFolder("batch-neighbours");
const { url } = await ready(npmStart({ PLATEN_DATA: data, PLATEN_JOBS: `${SLOTS}` }));
const table = tableAt(LOCAL_TABLE, await runningStore(data));
const newKey = async (credits: number) =>
  createKey(table, (await createAccount(table, credits, undefined, "unlimited"))!, "test");

/** Prints small pages one after another. */
const printPages = async (key: string): Promise<void> => {
  for (let page = 0; page < PAGE_COUNT; page++) {
    const reply = await fetch(`${url}/convert/html-to-pdf`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ html: `<p>hello ${page}` }),
    });
    assert.equal(reply.status, 200, await reply.clone().text());
    await reply.arrayBuffer();
  }
};

test("pages of an account do not wait for the batch of another one, neither for its submission nor for its jobs", async () => {
  const [neighbour, busy] = [await newKey(1000), await newKey(2 * JOB_COUNT)];
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
  const done = async () => (await ask(`/batches/${id}`)).counts.succeeded;
  await printPages(neighbour);
  await until(async () => (await done()) > 0, { intervalMs: 100 });
  const before = await done();
  await printPages(neighbour);
  const meanwhile = (await done()) - before;
  console.log(`${before} of ${JOB_COUNT} jobs were done before, ${meanwhile} meanwhile`);
  assert.ok(before + meanwhile < JOB_COUNT, "the batch lasts longer than the pages");
  assert.ok(meanwhile <= JOBS_FOR_A_PAGE_LIMIT * PAGE_COUNT, `${meanwhile} jobs were done for ${PAGE_COUNT} pages`);
  await ask(`/batches/${id}`, { method: "DELETE" });
});
