import assert from "node:assert/strict";
import { test } from "node:test";
import { rotateCallbackSecret } from "../../../lib/accounts/operator/callback-secrets.ts";
import { startReceiver } from "../../support/callback-receiver.ts";
import { endedJob, newCalledBack, newSender, verify } from "../../support/callbacks.ts";
import { clock } from "../../support/own-clock-meter.ts";
import { table } from "../../support/table.ts";

test("callbacks have the signatures of two secrets for a day after a rotation; a third secret ends the first", async () => {
  const receiver = await startReceiver();
  const { caller, secret: first } = await newCalledBack();
  const sent = async () => {
    await endedJob(caller, receiver.url);
    await newSender().sendDue();
    return receiver.received.at(-1)!;
  };
  const takes = (secret: string, message: Awaited<ReturnType<typeof sent>>) => {
    try {
      verify(secret, message);
      return true;
    } catch {
      return false;
    }
  };
  const { callbackSecret: second, previousEnds } = await rotateCallbackSecret(table, caller.account, clock.now);
  assert.equal(Date.parse(previousEnds!), clock.now + 86_400_000);
  const during = await sent();
  assert.equal(during.headers["webhook-signature"]?.split(" ").length, 2);
  assert.deepEqual([takes(first, during), takes(second, during)], [true, true]);
  clock.now = Date.parse(previousEnds!);
  const behind = await sent();
  assert.deepEqual([takes(first, behind), takes(second, behind)], [false, true]);
  const { callbackSecret: third } = await rotateCallbackSecret(table, caller.account, clock.now);
  const { callbackSecret: fourth } = await rotateCallbackSecret(table, caller.account, clock.now);
  const twice = await sent();
  assert.deepEqual([takes(second, twice), takes(third, twice), takes(fourth, twice)], [false, true, true]);
});
