import assert from "node:assert/strict";
import { openSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Meter } from "../../lib/accounts/meter.ts";
import { usageOf } from "../../lib/accounts/operator/credits.ts";
import { listKeys } from "../../lib/accounts/operator/keys.ts";
import { tableAt } from "../../lib/accounts/table.ts";
import { LOCAL_TABLE } from "../../local/store/format.ts";
import { openStore } from "../../local/store.ts";
import { commandLineOf } from "../support/processes.ts";
import { ready, serviceOf } from "../support/program.ts";
import { folder, print, processesWith, start } from "../support/served-folder.ts";
import { until, untilAtWork } from "../support/until.ts";

test("two services with separate folders run side by side", async () => {
  const services = await Promise.all([ready(start("one")), ready(start("two"))]);
  const replies = await Promise.all(services.map(({ url, apiKey }) => print(url, apiKey)));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
});

test("after a kill between reservation and settlement no process is left, and the credit comes back", async () => {
  const service = start("killed", { PLATEN_DEMO_CREDITS: "5", PLATEN_DEADLINE_MS: "60000" });
  const { url, apiKey } = await ready(service);
  const lost = print(url, apiKey, { html: "<script>for (;;);</script>" }).catch(() => "lost");
  await untilAtWork(url, apiKey);
  process.kill(serviceOf(service), "SIGKILL");
  assert.equal(await lost, "lost");
  await until(async () => (await processesWith(join(folder, "killed"))).length === 0);
  const store = await openStore(join(folder, "killed"));
  const table = tableAt(LOCAL_TABLE, store);
  assert.deepEqual(await usageOf(table, "demo"), { account: "demo", credits: 4, used: 0, reserved: 1 });
  const later = Date.now() + 600_000;
  assert.equal((await usageOf(table, "demo", later)).credits, 5);
  const [key] = await listKeys(table, "demo");
  const caller = { account: "demo", keyId: key!.keyId, last4: "" };
  const meter = new Meter(table, "https://example.org", () => later);
  const next = {
    caller,
    requestId: "next",
    operation: "/pdf/merge",
    day: "261123",
    credits: 5,
    expires: later + 1000,
  };
  assert.equal((await meter.reserve(next)).refusal, undefined);
  assert.equal(await meter.settle(next), true);
  assert.deepEqual(await usageOf(table, "demo", later), { account: "demo", credits: 0, used: 5, reserved: 0 });
  await store.close();
});

test("continues to serve when its log cannot be written", async () => {
  const full = openSync("/dev/full", "w");
  const service = start("unread", { PLATEN_DEMO_KEY: "demo-key-unread" }, full);
  const { url } = await ready(service);
  for (let count = 0; count < 3; count++) assert.equal((await print(url, "demo-key-unread")).status, 200);
  service.child.kill("SIGTERM");
  assert.equal(await service.ended, 0);
});

test("restarts its store soon after the store has died", async () => {
  const service = start("dies", { PLATEN_DEMO_KEY: "demo-key-dies" });
  const { url } = await ready(service);
  assert.equal((await print(url, "demo-key-dies")).status, 200);
  const [store] = (await processesWith(join(folder, "dies"))).filter((pid) =>
    /^[^\0]*dynoxide\0/.test(commandLineOf(pid)),
  );
  process.kill(store!, "SIGKILL");
  const statuses = [];
  do {
    statuses.push((await print(url, "demo-key-dies")).status);
    await sleep(200);
  } while (statuses.at(-1) !== 200 && statuses.length < 500);
  assert.equal(statuses.at(-1), 200);
  service.child.kill("SIGTERM");
  assert.equal(await service.ended, 0);
  assert.deepEqual(await processesWith(join(folder, "dies")), []);
});

test("sends a caller without credits the address of PLATEN_PURCHASE_URL", async () => {
  const address = "https://example.org/credits?from=platen";
  const { url, apiKey } = await ready(start("buy", { PLATEN_DEMO_CREDITS: "0", PLATEN_PURCHASE_URL: address }));
  const reply = await print(url, apiKey);
  const { error } = (await reply.json()) as { error: { purchaseUrl: unknown } };
  assert.deepEqual([reply.status, error.purchaseUrl], [402, address]);
});
