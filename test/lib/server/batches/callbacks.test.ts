import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { createClient, PlatenError, verifyCallback } from "../../../../client/index.ts";
import { TEST_SERVER_HOST } from "../../../support/allow-test-servers.ts";
import { startReceiver } from "../../../support/callback-receiver.ts";
import { ask } from "../../../support/job-calls.ts";
import { failure, newAccount, newCalledBack, url } from "../../../support/platen.ts";
import { until } from "../../../support/until.ts";

const csvEntry = (text: string) => ({
  operation: "/convert/csv-to-pdf",
  form: { file: { base64: Buffer.from(text).toString("base64") } },
});
const ENDLESS_PAGE = {
  operation: "/convert/html-to-pdf",
  body: { html: "<p>slow</p>", options: { waitForExpression: "window.isNever" } },
};

const clientOf = ({ key }: { readonly key: string }) => createClient({ url, key });
type BatchClient = ReturnType<typeof clientOf>["batches"];

const untilDelivered = (batches: BatchClient, id: string) =>
  until(async () => (await batches.get(id)).callback?.state === "delivered", { intervalMs: 100 });

suite("a batch that calls back", () => {
  test("reports its end once, as GET does, signed, and none of its jobs does", async () => {
    const receiver = await startReceiver(undefined, { host: TEST_SERVER_HOST });
    const caller = await newCalledBack();
    const { batches } = clientOf(caller);
    const address = `${receiver.url}?own=secret`;
    const batch = await batches.submit([csvEntry("a"), csvEntry("b"), csvEntry("c")], { callbackUrl: address });
    assert.deepEqual(batch.callback, { url: address, state: "waiting", attempts: [] });
    await untilDelivered(batches, batch.id);
    const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = receiver.received;
    assert.deepEqual([receiver.received.length, path], [1, "/hook?own=secret"]);
    assert.equal(headers["webhook-id"], `msg_${batch.id}`);
    const { type, timestamp, data } = await verifyCallback(headers, body, caller.secret);
    const { callback, ...told } = await batches.get(batch.id);
    assert.deepEqual([type, timestamp, data], ["batch.ended", told.endedAt, told]);
    assert.deepEqual(
      callback?.attempts.map(({ status }) => status),
      [200],
    );
    assert.deepEqual((await batches.list()).batches[0]?.callback, callback);
    const { jobs } = await batches.jobs(batch.id);
    assert.ok(jobs.length === 3 && jobs.every((job) => job.callback === undefined));
  });

  test("reports that it was cancelled too, and again if its account asks for it", async () => {
    const receiver = await startReceiver(undefined, { host: TEST_SERVER_HOST });
    const [caller, other] = [await newCalledBack(), await newAccount()];
    const { batches } = clientOf(caller);
    const { id } = await batches.submit([ENDLESS_PAGE, ENDLESS_PAGE], { callbackUrl: receiver.url });
    const early = await failure(ask(`/batches/${id}/callback`, caller.key, "POST"));
    assert.deepEqual([early.status, /has not ended/.test(early.message)], [400, true]);
    await batches.cancel(id);
    await untilDelivered(batches, id);
    assert.equal((await batches.sendCallback(id)).callback?.state, "waiting");
    await until(() => receiver.received.length === 2);
    for (const { headers, body } of receiver.received) {
      const { data } = await verifyCallback(headers, body, caller.secret);
      assert.deepEqual([headers["webhook-id"], data.id, data.state], [`msg_${id}`, id, "ended"]);
    }
    assert.equal((await failure(ask(`/batches/${id}/callback`, other.key, "POST"))).status, 404);
    const quiet = await batches.submit([csvEntry("a")]);
    assert.equal(quiet.callback, undefined);
    assert.equal((await failure(ask(`/batches/${quiet.id}/callback`, caller.key, "POST"))).status, 404);
  });

  test("is another batch than one whose end is reported elsewhere", async () => {
    const receiver = await startReceiver(undefined, { host: TEST_SERVER_HOST });
    const { batches } = clientOf(await newCalledBack());
    const named = { idempotencyKey: "tonight", callbackUrl: receiver.url };
    const { id } = await batches.submit([csvEntry("a")], named);
    await untilDelivered(batches, id);
    const again = await batches.submit([csvEntry("a")], named);
    assert.deepEqual([again.id, again.callback?.state], [id, "delivered"]);
    await assert.rejects(batches.submit([csvEntry("a")], { idempotencyKey: "tonight" }), (error: PlatenError) => {
      assert.equal(error.status, 422);
      return error instanceof PlatenError;
    });
  });

  test("is refused for a private address, and for an account without a secret", async () => {
    for (const [caller, address, message] of [
      [await newCalledBack(), "http://10.0.0.5/", /^X-Callback-Url must be a public address/],
      [await newAccount(), "https://93.184.216.34/", /^X-Callback-Url .*create-callback-secret/],
    ] as const) {
      const { batches } = clientOf(caller);
      await assert.rejects(batches.submit([csvEntry("a")], { callbackUrl: address }), (error: PlatenError) => {
        assert.equal(error.status, 400);
        assert.match(error.message, message);
        return error instanceof PlatenError;
      });
      assert.deepEqual((await batches.list()).batches, []);
    }
  });
});
