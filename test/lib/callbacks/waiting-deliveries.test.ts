import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { BatchWriteItemCommand, PutItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { WaitingDeliveries } from "../../../lib/callbacks/waiting-deliveries.ts";
import { type DeliveryRequest, waitingItem } from "../../../lib/jobs/delivery.ts";
import { newJobId } from "../../../lib/jobs/job.ts";
import { clock } from "../../support/own-clock-meter.ts";
import { table } from "../../support/table.ts";

const deliveryOf = (account: string, host = "hooks.example"): DeliveryRequest => ({
  kind: "job",
  account,
  id: newJobId(clock.now),
  url: `https://${host}/`,
  origin: "https://platen.example",
  endedAt: clock.now,
});

/** Lets deliveries wait: each with its delay in milliseconds. */
const wait = async (entries: readonly (readonly [DeliveryRequest, number])[]): Promise<void> => {
  for (let at = 0; at < entries.length; at += 25) {
    const puts = entries.slice(at, at + 25).map(([request, delayMs]) => ({
      PutRequest: { Item: waitingItem(request, clock.now + delayMs) },
    }));
    await table.db.send(new BatchWriteItemCommand({ RequestItems: { [table.name]: puts } }));
  }
};

const newQueue = () => new WaitingDeliveries(table, () => clock.now);

const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(4, "0")}`);

suite("the deliveries that wait", { concurrency: false }, () => {
  test("are found among many that are not due, in few reads", async () => {
    const many = deliveryOf("m-many");
    const later = numbered(230, "k").map((account) => [deliveryOf(account), 3_600_000] as const);
    const own = Array.from({ length: 150 }, () => [deliveryOf("m-many"), 7_200_000] as const);
    await wait([...later, ...own, [deliveryOf("z-last"), 0]]);
    const send = table.db.send.bind(table.db);
    let reads = 0;
    table.db.send = ((command: unknown) => {
      if (command instanceof QueryCommand) reads++;
      return send(command as never);
    }) as never;
    const taken = await newQueue().take();
    table.db.send = send as never;
    assert.equal(taken?.account, "z-last");
    assert.ok(reads <= 8, `${reads} reads`);
    assert.equal(await newQueue().take(), undefined);
    await table.db.send(new PutItemCommand({ TableName: table.name, Item: waitingItem(many, clock.now) }));
    assert.equal((await newQueue().take())?.id, many.id);
  });

  test("come by turns of their accounts, and in the order in which they are due", async () => {
    const [a, b, c] = ["a-one", "a-two", "a-three"];
    const entries = [a, a, a, b, b, c].map((account, index) => [deliveryOf(account!), -1000 * index] as const);
    await wait(entries);
    const queue = newQueue();
    const order = [];
    for (const _ of entries) order.push((await queue.take((account) => account.startsWith("a-")))!);
    const accounts = order.map(({ account }) => account);
    assert.equal(new Set(accounts.slice(0, 3)).size, 3);
    assert.deepEqual(accounts.slice(5), [a]);
    const due = order.filter(({ account }) => account === a).map(({ dueAt }) => dueAt);
    assert.deepEqual(
      due,
      due.toSorted((x, y) => x - y),
    );
    assert.equal(await queue.take((account) => account.startsWith("a-")), undefined);
  });

  test("of an account and a host that may not begin are passed over", async () => {
    const entries = Array.from({ length: 120 }, () => [deliveryOf("b-own", "full.example"), -10] as const);
    const free = deliveryOf("b-own", "free.example");
    await wait([...entries, [free, 0]]);
    const mayBegin = (account: string, host?: string) => account === "b-own" && host !== "full.example";
    assert.equal((await newQueue().take(mayBegin))?.id, free.id);
    assert.equal(await newQueue().take(mayBegin), undefined);
    assert.equal(await newQueue().take((account) => account === "nobody"), undefined);
  });
});
