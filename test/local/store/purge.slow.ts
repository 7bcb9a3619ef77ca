import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { GetItemCommand, PutItemCommand, paginateScan } from "@aws-sdk/client-dynamodb";
import { recordKey } from "../../../lib/accounts/idempotency-key.ts";
import { Meter } from "../../../lib/accounts/meter.ts";
import { createTable, type Table, tableAt } from "../../../lib/accounts/table.ts";
import { LOCAL_TABLE } from "../../../local/store/format.ts";
import { purgeExpired, purgeRegularly } from "../../../local/store/purge.ts";
import { openStore, runningStore } from "../../../local/store.ts";
import { npmStart, ready } from "../../support/program.ts";
import { newCaller, table } from "../../support/table.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 10);

const put = (to: Table, name: string, ttl?: number) =>
  to.db.send(
    new PutItemCommand({
      TableName: to.name,
      Item: { pk: { S: `T#${name}` }, sk: { S: "T" }, ...(ttl !== undefined && { ttl: { N: String(ttl) } }) },
    }),
  );

const namesIn = async (from: Table): Promise<Set<string>> => {
  const names = new Set<string>();
  for await (const { Items = [] } of paginateScan({ client: from.db }, { TableName: from.name }))
    for (const { pk } of Items) if (pk!.S!.startsWith("T#")) names.add(pk!.S!.slice(2));
  return names;
};

const claimOf = (caller: Awaited<ReturnType<typeof newCaller>>, name: string, now: number) => ({
  caller,
  requestId: `${name}-${now}`,
  operation: "/pdf/merge",
  day: "260101",
  credits: 1,
  expires: now + 1000,
  keyUse: { keyHash: name, fingerprint: name },
});

suite("a purge of the local store", () => {
  test("removes every item whose time is over, and no other", async () => {
    const seconds = NOW / 1000;
    const kept: string[] = [];
    for (let index = 0; index < 350; index++) {
      const offset = index < 3 ? index - 1 : ((index * 7919) % 2001) - 1000;
      await put(table, `${index}`, seconds + offset);
      if (offset >= 0) kept.push(`${index}`);
    }
    await put(table, "for ever");
    assert.equal(await purgeExpired(table, NOW), 350 - kept.length);
    assert.deepEqual(await namesIn(table), new Set([...kept, "for ever"]));
    assert.equal(await purgeExpired(table, NOW), 0);
  });

  test("leaves the idempotency keys that requests claim anew while it runs", async () => {
    const caller = await newCaller(100);
    const names = Array.from({ length: 150 }, (_, index) => `key-${index}`);
    const [past, present] = [NOW, NOW + 2 * DAY_MS];
    for (const name of names) {
      assert.equal(await new Meter(table, null, () => past).claim(claimOf(caller, name, past)), "charged");
    }
    const meter = new Meter(table, null, () => present);
    const claimed = names.filter((_, index) => index % 2 === 0);
    const [claims] = await Promise.all([
      Promise.all(claimed.map((name) => meter.claim(claimOf(caller, name, present)))),
      purgeExpired(table, present, { pageIntervalMs: 0 }),
      purgeExpired(table, present, { pageIntervalMs: 0 }),
    ]);
    assert.deepEqual(new Set(claims), new Set(["charged"]));
    for (const name of names) {
      const key = { TableName: table.name, Key: recordKey(caller.account, name), ConsistentRead: true };
      const { Item } = await table.db.send(new GetItemCommand(key));
      assert.equal(Item?.["r"]?.S, claimed.includes(name) ? `${name}-${present}` : undefined);
    }
  });

  test("comes at intervals, until it is ended", async () => {
    const end = purgeRegularly(table, 20);
    await put(table, "first", 1);
    while ((await namesIn(table)).has("first")) await sleep(10);
    await put(table, "second", 1);
    while ((await namesIn(table)).has("second")) await sleep(10);
    await end();
    await put(table, "third", 1);
    await sleep(200);
    assert.ok((await namesIn(table)).has("third"));
  });
});

test("a service purges its store from its start on", async () => {
  const folder = temporaryFolder("purge");
  const store = await openStore(folder);
  const local = tableAt(LOCAL_TABLE, store);
  await createTable(local);
  await put(local, "over", 1);
  await put(local, "to come", 9_999_999_999);
  await store.close();
  const service = npmStart({ PLATEN_DATA: folder });
  await ready(service);
  const running = await runningStore(folder);
  const served = tableAt(LOCAL_TABLE, running);
  while ((await namesIn(served)).has("over")) await sleep(50);
  assert.deepEqual(await namesIn(served), new Set(["to come"]));
  service.child.kill("SIGTERM");
  assert.equal(await service.ended, 0);
});
