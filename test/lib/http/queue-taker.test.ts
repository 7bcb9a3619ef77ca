import assert from "node:assert/strict";
import { test } from "node:test";
import { queue, sqs } from "../../support/sqs-settings.ts";

// Behind the settings, which are read when the service is imported.
const { creditsOf } = await import("../../support/queued-jobs.ts");
const { newAccount, trialUrl } = await import("../../support/trial.ts");

test("A function whose jobs go to SQS refuses X-Callback-Url, and charges nothing", async () => {
  const { account, key } = await newAccount(100);
  const headers = { "X-API-Key": key, "Content-Type": "application/json", "X-Callback-Url": "https://shop.example/" };
  for (const prefer of ["respond-async", "wait=10"]) {
    const reply = await fetch(trialUrl, {
      method: "POST",
      headers: { ...headers, Prefer: prefer },
      body: JSON.stringify({ cost: 2 }),
    });
    const { error } = (await reply.json()) as { readonly error: { readonly code: string; readonly message: string } };
    assert.deepEqual([reply.status, error.code], [400, "INVALID_REQUEST"]);
    assert.match(error.message, /^X-Callback-Url /);
  }
  assert.deepEqual(await creditsOf({ account, key, id: "" }), { left: 100, used: 0, reserved: 0 });
  assert.deepEqual(sqs.messages(queue), []);
});
