import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { endpoints } from "../../../functions/index.ts";
import { accountKey } from "../../../lib/accounts/account.ts";
import type { Caller } from "../../../lib/accounts/keys.ts";
import { Meter } from "../../../lib/accounts/meter.ts";
import { usageOn, utcDay } from "../../../lib/accounts/usage.ts";
import { newCaller, table, usageCounters } from "../../support/table.ts";

const DAY_MS = 86_400_000;
let clock = Date.parse("2026-11-28T12:00:00Z");
const meter = new Meter(table, "https://example.org/credits", () => clock);
let requests = 0;

/** Charges a request, as the endpoint does. */
const charge = async (caller: Caller, operation: string, credits: number) => {
  clock += 2000;
  const request = {
    caller,
    requestId: `r${requests++}`,
    operation,
    day: utcDay(clock),
    credits,
    expires: clock + 60_000,
  };
  const { wasRepeated = false, pastCounters } = await meter.reserve(request);
  const settled = { ...request, wasRepeated, pastCounters };
  assert.equal(await meter.settle(settled), true);
  return settled;
};

const usage = async (caller: Caller) => usageOn(await usageCounters(caller), utcDay(clock));
const once = (credits: number) => ({ calls: 1, credits });

/** Bytes of an item, as DynamoDB counts them: names, texts, two digits of a number, and what holds lists and maps. */
const sizeOf = (value: object): number =>
  Object.entries(value).reduce((sum, [type, content]) => {
    if (type === "N") return sum + Math.ceil(content.replace(/\D/g, "").length / 2) + 1;
    if (type === "S") return sum + content.length;
    if (type === "L") return sum + 3 + content.reduce((all: number, entry: object) => all + 1 + sizeOf(entry), 0);
    return sum + 3 + itemSize(content);
  }, 0);
const itemSize = (item: object): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + name.length + 1 + sizeOf(value), 0);

suite("usage", { concurrency: false }, () => {
  test("is counted by operation for the day, the month and in all", async () => {
    const caller = await newCaller(100);
    await charge(caller, "/convert/html-to-pdf", 1);
    await charge(caller, "/convert/html-to-pdf", 2);
    await charge(caller, "/pdf/compress", 2);
    const operations = { "/convert/html-to-pdf": { calls: 2, credits: 3 }, "/pdf/compress": once(2) };
    const all = { calls: 3, credits: 5, operations };
    assert.deepEqual(await usage(caller), { today: all, month: all, total: all });
    clock += DAY_MS;
    const none = { calls: 0, credits: 0, operations: {} };
    assert.deepEqual(await usage(caller), { today: none, month: all, total: all });
    await charge(caller, "/pdf/merge", 1);
    const merge = { calls: 1, credits: 1, operations: { "/pdf/merge": once(1) } };
    const four = { calls: 4, credits: 6, operations: { ...operations, ...merge.operations } };
    assert.deepEqual(await usage(caller), { today: merge, month: four, total: four });
    clock += 3 * DAY_MS;
    assert.deepEqual(await usage(caller), { today: none, month: none, total: four });
  });

  test("of a request whose credits are given back is taken off", async () => {
    const caller = await newCaller(100);
    await charge(caller, "/pdf/merge", 1);
    await meter.giveBack({ ...(await charge(caller, "/pdf/merge", 1)), wasRepeated: false });
    const { today, month, total } = await usage(caller);
    for (const period of [today, month, total]) assert.deepEqual(period.operations, { "/pdf/merge": once(1) });
  });

  test("of a request that is settled after midnight counts for the day on which it began", async () => {
    const caller = await newCaller(100);
    clock = Math.ceil(clock / DAY_MS) * DAY_MS - 1000;
    const late = {
      caller,
      requestId: "late",
      operation: "/pdf/merge",
      day: utcDay(clock),
      credits: 1,
      expires: clock + 60_000,
    };
    const { pastCounters } = await meter.reserve(late);
    await charge(caller, "/pdf/compress", 2);
    await meter.settle({ ...late, pastCounters });
    const { today, total } = await usage(caller);
    assert.deepEqual(today.operations, { "/pdf/compress": once(2) });
    assert.deepEqual(total.operations, { "/pdf/compress": once(2), "/pdf/merge": once(1) });
  });

  test("keeps the account's item small: past days and months leave", async () => {
    const caller = await newCaller(10_000);
    const operations = endpoints.filter(({ contract }) => contract.output.name !== undefined);
    const sizes: number[] = [];
    for (const days of [1, 1, 1, 29, 1]) {
      clock += days * DAY_MS;
      for (const { contract } of sizes.length === 0 ? operations.slice(0, 2) : operations)
        await charge(caller, contract.path, 2);
      const { Item } = await table.db.send(
        new GetItemCommand({ TableName: table.name, Key: accountKey(caller.account), ConsistentRead: true }),
      );
      sizes.push(itemSize(Item!));
    }
    assert.ok(sizes[0]! < 1024, `${sizes[0]} bytes with two operations`);
    assert.ok(Math.max(...sizes) < 2048, `${Math.max(...sizes)} bytes with all operations`);
    const { size } = await usageCounters(caller);
    assert.equal(size, operations.length * 3);
  });
});
