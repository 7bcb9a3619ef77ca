import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { queue, sqs } from "../../support/sqs-settings.ts";

// Behind the settings, which are read when the service is imported.
const { hideMessage, readMessage, sendMessage, sendMessages, waitingMessages } = await import(
  "../../../lib/jobs/messages.ts"
);
const { newJobId } = await import("../../../lib/jobs/job.ts");

const newJob = () => ({ account: "account", id: newJobId(Date.now()) });

suite("messages of jobs", { concurrency: false }, () => {
  test("are sent with signed calls, counted, and hidden for a while", async () => {
    const job = newJob();
    await sendMessage(queue, job);
    assert.equal(await waitingMessages(queue), 1);
    const [record] = sqs.receive(queue).Records;
    assert.deepEqual(readMessage(record!.body), job);
    assert.equal(await waitingMessages(queue), 0);
    await hideMessage(queue, record!.receiptHandle, 0);
    assert.equal(await waitingMessages(queue), 1);
    const [again] = sqs.receive(queue).Records;
    await hideMessage(queue, again!.receiptHandle, 1500);
    const [{ visibleAt } = { visibleAt: 0 }] = sqs.messages(queue);
    assert.ok(visibleAt > Date.now() && visibleAt <= Date.now() + 2000, "in whole seconds, not before");
  });

  test("are sent again while SQS is at fault, three times in all", async () => {
    const there = () => sqs.messages(queue).length;
    const before = there();
    Object.assign(sqs.trouble, { status: 503, times: 2 });
    await sendMessage(queue, newJob());
    assert.equal(there(), before + 1);
    Object.assign(sqs.trouble, { status: 500, times: 3 });
    await assert.rejects(sendMessage(queue, newJob()), /SQS answered 500 to SendMessage/);
    Object.assign(sqs.trouble, { status: 403, times: 1 });
    await assert.rejects(sendMessage(queue, newJob()), /SQS answered 403/);
    assert.equal(there(), before + 1);
  });

  test("of many jobs are sent several at once, and an error counts those that SQS refuses", async () => {
    const many = sqs.queue("many");
    const jobs = Array.from({ length: 23 }, newJob);
    await sendMessages(many, jobs);
    assert.deepEqual(
      sqs.messages(many).map(({ body, group }) => [readMessage(body), group]),
      jobs.map((job) => [job, job.account]),
    );
    sqs.trouble.leftOut = 2;
    await assert.rejects(sendMessages(many, jobs.slice(0, 5)), /SQS did not accept 2 of 5 messages/);
    sqs.trouble.leftOut = 0;
    assert.equal(sqs.messages(many).length, 26);
  });

  test("of others are recognised", () => {
    const { account, id } = newJob();
    const others = ["", "[]", "null", "{", "{}", '"x"', JSON.stringify({ account, id: "x" }), JSON.stringify({ id })];
    for (const body of others) assert.equal(readMessage(body), undefined, body);
    assert.deepEqual(readMessage(JSON.stringify({ account, id, more: 1 })), { account, id });
  });
});
