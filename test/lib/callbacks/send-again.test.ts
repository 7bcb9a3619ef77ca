import assert from "node:assert/strict";
import { test } from "node:test";
import { sendAgain } from "../../../lib/callbacks/send-again.ts";
import { startReceiver } from "../../support/callback-receiver.ts";
import { endedJob, newCalledBack, newSender, progressOf, sendNext, verify } from "../../support/callbacks.ts";
import { clock } from "../../support/own-clock-meter.ts";
import { table } from "../../support/table.ts";

test("callbacks are sent again with the same id, at once or after their end", async () => {
  let status = 500;
  const receiver = await startReceiver(() => ({ status }));
  const { caller, secret } = await newCalledBack();
  const job = await endedJob(caller, receiver.url);
  await sendNext(job);
  status = 200;
  for (let call = 0; call < 2; call++) await sendAgain(table, caller.account, job.id, clock.now);
  await newSender().sendDue();
  assert.equal((await progressOf(job))?.state, "delivered");
  clock.now += 1000;
  const again = await sendAgain(table, caller.account, job.id, clock.now);
  assert.deepEqual([again?.progress.state, again?.progress.tries], ["waiting", 0]);
  await newSender().sendDue();
  assert.equal((await progressOf(job))?.attempts.length, 3);
  assert.equal(receiver.received.length, 3);
  verify(secret, receiver.received[2]!);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
});
