import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { rotateCallbackSecret } from "../../../lib/accounts/operator/callback-secrets.ts";
import { writeItem } from "../../../lib/accounts/write.ts";
import { findDelivery, waitingKey } from "../../../lib/jobs/delivery.ts";
import { startReceiver } from "../../support/callback-receiver.ts";
import { RECEIVER_HOST } from "../../support/lambda/function.ts";
import {
  ask,
  callsBeyondRoles,
  deployed,
  fetched,
  queueOf,
  untestedJobs as refused,
  submit,
  unusedRights,
  work,
} from "../../support/lambda/job-functions.ts";
import { sampleOf } from "../../support/lambda/sample.ts";
import type { Deployed } from "../../support/lambda/stage.ts";
import { table } from "../../support/table.ts";
import { until } from "../../support/until.ts";

const NOTHING = { batchItemFailures: [] };
const SCHEDULE = { source: "aws.events" };
const HOOK = { "X-Callback-Url": `http://${RECEIVER_HOST}/hook` };

/** A receiver, the functions that make a job and tell its end, and their queues. */
const stage = async (name: string, answer?: Parameters<typeof startReceiver>[0]) => {
  const receiver = await startReceiver(answer);
  const [queue, wakes] = [await queueOf(name), await queueOf(`${name}-callbacks`)];
  const surroundings = { callbacks: wakes, receiver: receiver.port };
  const lambda = await deployed("/pdf/merge", queue, { receiver: receiver.port });
  const worker = await deployed("/workers/other", queue, { callbacks: wakes });
  const jobs = await deployed("/jobs", undefined, { callbacks: wakes });
  const callbacks = await deployed("/callbacks", undefined, surroundings);
  const { callbackSecret: secret } = await rotateCallbackSecret(table, lambda.account, Date.now());
  const submitted = async () => submit(lambda, await sampleOf("/pdf/merge"), HOOK);
  const worked = async () => {
    const event = await queue.receive(1);
    assert.deepEqual(await work(worker, event), NOTHING, worker.log().slice(-2000));
    await queue.settle(event, NOTHING);
  };
  /** Gives the function of callbacks the messages that wake it, which must be this many. */
  const woken = async (count: number) => {
    const event = await wakes.receive(count);
    const answered = await callbacks.call(event, 100_000);
    await wakes.settle(event, NOTHING);
    return answered;
  };
  const functions: readonly Deployed[] = [lambda, worker, jobs, callbacks];
  const stop = async () => {
    for (const one of functions) await one.stop();
  };
  return { receiver, queue, wakes, lambda, jobs, callbacks, secret, submitted, worked, woken, stop };
};

const byId = ({ received }: Awaited<ReturnType<typeof startReceiver>>) =>
  received.map(({ headers }) => headers["webhook-id"]);

/** Lets the lease of a sender run out, and the moment come at which a delivery is due. */
const passTime = async ({ account }: Deployed, id: string) => {
  const { dueAt } = (await findDelivery(table, account, id))!.progress;
  await until(() => Date.now() >= dueAt!, { intervalMs: 200 });
  await writeItem(table, waitingKey(account, id, dueAt!), {
    UpdateExpression: "SET u = :u",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":u": { N: "0" } },
  });
};

suite("callbacks of packaged functions", { skip: refused, concurrency: false }, () => {
  test("report the end of a job once, signed, with an address of its result, and again if that is asked for", async () => {
    const { receiver, wakes, lambda, jobs, callbacks, secret, ...steps } = await stage("told");
    try {
      const { id } = await steps.submitted();
      await steps.worked();
      assert.deepEqual(await steps.woken(1), { sent: 1 }, callbacks.log().slice(-2000));
      assert.deepEqual(await callbacks.call(SCHEDULE, 100_000), { sent: 0 });
      const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
      const event = new Webhook(secret).verify(body, headers) as {
        readonly type: string;
        readonly data: { readonly id: string; readonly result: { readonly url: string } };
      };
      assert.deepEqual([event.type, event.data.id, byId(receiver)], ["job.succeeded", id, [`msg_${id}`]]);
      const led = await ask(jobs, "GET", new URL(event.data.result.url).pathname.replace("/dev", ""));
      assert.equal(led.statusCode, 303);
      assert.match((await fetched(led.headers["Location"]!)).toString("latin1"), /^%PDF-/);
      assert.match(callbacks.log(), new RegExp(`"event":"callback".*"id":"${id}".*"state":"delivered"`));
      assert.equal((await ask(jobs, "POST", `/v1/jobs/${id}/callback`, lambda.key)).statusCode, 202);
      assert.deepEqual(await steps.woken(1), { sent: 1 });
      assert.deepEqual(byId(receiver), [`msg_${id}`, `msg_${id}`]);
      assert.deepEqual(await wakes.count(), [0, 0]);
    } finally {
      await steps.stop();
    }
  });

  test("report that a job was cancelled", async () => {
    const { receiver, queue, lambda, jobs, ...steps } = await stage("cancelled");
    try {
      const { id } = await steps.submitted();
      assert.equal((await ask(jobs, "DELETE", `/v1/jobs/${id}`, lambda.key)).statusCode, 200);
      assert.deepEqual(await steps.woken(1), { sent: 1 });
      assert.equal((JSON.parse(receiver.received[0]!.body) as { type: string }).type, "job.cancelled");
      await queue.settle(await queue.receive(1), NOTHING);
    } finally {
      await steps.stop();
    }
  });

  test("report that a job has failed whose message was delivered too often", async () => {
    const { receiver, queue, wakes, ...steps } = await stage("ended");
    await using keeper = await deployed("/job-keeper", queue, { callbacks: wakes });
    try {
      await steps.submitted();
      const event = await queue.receive(1);
      assert.deepEqual(await keeper.call(event), NOTHING);
      await queue.settle(event, NOTHING);
      assert.deepEqual(await steps.woken(1), { sent: 1 });
      assert.equal((JSON.parse(receiver.received[0]!.body) as { type: string }).type, "job.failed");
    } finally {
      await steps.stop();
    }
  });

  test("are made again by the schedule, with the same id, also after the function has ended over one", async () => {
    const answers = ["silence", { status: 503 }, { status: 200 }] as const;
    const { receiver, wakes, lambda, callbacks, ...steps } = await stage("again", (count) => answers[count - 1]!);
    try {
      const { id } = await steps.submitted();
      await steps.worked();
      // The message is lost.
      await wakes.settle(await wakes.receive(1), NOTHING);
      callbacks.call(SCHEDULE, 100_000).catch(() => {}); // it never answers
      await until(() => receiver.received.length === 1);
      await callbacks.reset();
      assert.deepEqual(await callbacks.call(SCHEDULE, 100_000), { sent: 0 }, "the one that ended may still be at work");
      for (let time = 1; time <= 2; time++) {
        await passTime(lambda, id);
        assert.deepEqual(await callbacks.call(SCHEDULE, 100_000), { sent: 1 });
      }
      assert.deepEqual(byId(receiver), [`msg_${id}`, `msg_${id}`, `msg_${id}`]);
      const { state, attempts } = (await findDelivery(table, lambda.account, id))!.progress;
      assert.deepEqual([state, attempts.map(({ status }) => status)], ["delivered", [503, 200]]);
    } finally {
      await steps.stop();
    }
  });

  test("reach no address that is not public, neither when the job is submitted nor when its end is reported", async () => {
    const { receiver, wakes, lambda, ...steps } = await stage("private");
    await using strict = await deployed("/callbacks", undefined, { callbacks: wakes });
    await using other = await deployed("/pdf/merge", undefined, { callbacks: wakes });
    try {
      const { id } = await steps.submitted();
      await steps.worked();
      assert.deepEqual(await strict.call(await wakes.receive(1), 100_000), { sent: 1 });
      const { attempts, state } = (await findDelivery(table, lambda.account, id))!.progress;
      assert.deepEqual([state, attempts.map(({ error }) => error)], ["waiting", ["private address"]]);
      assert.equal(receiver.connections.all, 0);
      const { body, type } = await sampleOf("/pdf/merge");
      await rotateCallbackSecret(table, other.account, Date.now());
      const headers = { "X-API-Key": other.key, "Content-Type": type, Prefer: "respond-async", ...HOOK };
      const refusal = await other.invoke(headers, body);
      assert.equal(refusal.statusCode, 400);
      assert.match(refusal.body.toString(), /X-Callback-Url /);
    } finally {
      await steps.stop();
    }
  });

  test("make only calls to the table that the roles allow, and use all rights of theirs", () => {
    assert.deepEqual(callsBeyondRoles(), []);
    assert.deepEqual(unusedRights("/callbacks"), []);
  });
});
