import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { CallbackError, verifyCallback } from "../../client/index.ts";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
const BODY = JSON.stringify({ type: "job.succeeded", timestamp: "2026-11-26T03:00:00.000Z", data: { id: "ä" } });
const now = 1_790_000_000_000;

/** The headers of a message as the library of the specification signs it. */
const signed = (secret = SECRET, { id = "msg_1", at = now, body = BODY } = {}): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(at / 1000)),
  "webhook-signature": new Webhook(secret).sign(id, new Date(at), body),
});

suite("the client accepts a callback", () => {
  test("that the specification's library has signed, in any form of headers and body", async () => {
    const event = JSON.parse(BODY);
    for (const headers of [signed(), new Headers(signed()), { "Webhook-Id": "msg_1", ...signed() }])
      for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)])
        assert.deepEqual(await verifyCallback(headers, body, SECRET, { now }), event);
    assert.deepEqual(await verifyCallback(signed(), BODY, SECRET.slice("whsec_".length), { now }), event);
  });

  test("with the signature that the specification's libraries publish", async () => {
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const checked = verifyCallback(headers, '{"test": 2432232314}', secret, { now: 1_614_265_330_000 });
    assert.deepEqual(await checked, { test: 2432232314 });
  });

  test("with several signatures, one of which is right, and with several secrets", async () => {
    const [own, foreign] = [signed()["webhook-signature"], signed(OTHER)["webhook-signature"]];
    const headers = { ...signed(), "webhook-signature": `v1a,xyz ${foreign} v1,short ${own}` };
    await verifyCallback(headers, BODY, SECRET, { now });
    await verifyCallback(signed(OTHER), BODY, [SECRET, OTHER], { now });
  });

  test("as long as it is not older or newer than 5 minutes", async () => {
    for (const age of [-300, -1, 0, 300])
      await verifyCallback(signed(SECRET, { at: now - age * 1000 }), BODY, SECRET, { now });
    for (const age of [-301, 301, 86_400])
      await assert.rejects(
        verifyCallback(signed(SECRET, { at: now - age * 1000 }), BODY, SECRET, { now }),
        CallbackError,
      );
    const options = { now, toleranceSeconds: 10 };
    await assert.rejects(verifyCallback(signed(SECRET, { at: now - 11_000 }), BODY, SECRET, options), CallbackError);
  });
});

suite("the client refuses a callback", () => {
  test("of which anything was changed", async () => {
    const right = signed();
    for (const [headers, body] of [
      [right, `${BODY} `],
      [{ ...right, "webhook-id": "msg_2" }, BODY],
      [{ ...right, "webhook-timestamp": String(Number(right["webhook-timestamp"]) + 1) }, BODY],
      [{ ...right, "webhook-signature": signed(OTHER)["webhook-signature"] }, BODY],
      [{ ...right, "webhook-signature": right["webhook-signature"]!.replace("v1,", "v2,") }, BODY],
      [{ ...right, "webhook-signature": right["webhook-signature"]!.replace(/.=$/, "A=") }, BODY],
    ] as const)
      await assert.rejects(verifyCallback(headers, body, SECRET, { now }), CallbackError);
  });

  test("that lacks a header, or has one of another form", async () => {
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      const { [name]: _, ...rest } = signed();
      await assert.rejects(verifyCallback(rest, BODY, SECRET, { now }), new RegExp(name));
      for (const wrong of ["", "x", "1e9", "-1", "9".repeat(400), " ".repeat(100)])
        if (name !== "webhook-id")
          await assert.rejects(verifyCallback({ ...rest, [name]: wrong }, BODY, SECRET, { now }), CallbackError);
    }
  });

  test("if the secret is none", async () => {
    for (const secret of ["", "whsec_", "whsec_ä", "whsec_a b", "whsec_AAAAA", "whsec_AA="])
      await assert.rejects(verifyCallback(signed(), BODY, secret, { now }), TypeError);
    await assert.rejects(verifyCallback(signed(), BODY, [], { now }), CallbackError);
  });
});
