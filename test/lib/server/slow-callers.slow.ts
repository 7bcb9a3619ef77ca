import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { suite, test } from "node:test";
import { newAccount, trialUrl } from "../../support/trial.ts";

const { hostname, port } = new URL(trialUrl);

// Each of these waits for a time limit.
suite("the server", { concurrency: true, timeout: 600_000 }, () => {
  test("closes a connection that was opened in advance and never used, without an answer", async () => {
    assert.equal(await text(connect(Number(port), hostname)), "");
  });

  test("cuts off a body that arrives too slowly", async () => {
    const { key } = await newAccount(5);
    const call = request(trialUrl, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json", "Content-Length": 1000 },
    });
    const drip = setInterval(() => call.write("x"), 1000);
    const [reply] = await once(call, "response");
    clearInterval(drip);
    assert.equal(reply.statusCode, 400);
    assert.equal(JSON.parse(await text(reply)).error.reason, "body-too-slow");
    call.destroy();
  });
});
