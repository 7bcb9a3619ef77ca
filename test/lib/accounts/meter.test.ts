import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { revokeKey } from "../../../lib/accounts/operator/keys.ts";
import { clock, meter, requestOf } from "../../support/own-clock-meter.ts";
import { newCaller, table, usage } from "../../support/table.ts";

/** Asks for admission as the endpoint does; the reservation lapses after `lasts` ms. */
const admit = (...words: Parameters<typeof requestOf>) => meter.reserve(requestOf(...words));
const codeOf = ({ refusal }: { refusal?: { code: string } }) => refusal?.code ?? "OK";

suite("the meter, with one conditional write for each request", { concurrency: false }, () => {
  test("of ten simultaneous requests for the last credit, one gets it", async () => {
    const caller = await newCaller(1);
    const codes = (await Promise.all(Array.from({ length: 10 }, (_, i) => admit(caller, `r${i}`)))).map(codeOf);
    assert.equal(codes.filter((code) => code === "OK").length, 1);
    assert.equal((await usage(caller, clock.now)).credits, 0);
  });

  test("of fifty simultaneous requests, exactly ten are accepted within the second", async () => {
    const caller = await newCaller(1000);
    const codes = (await Promise.all(Array.from({ length: 50 }, (_, i) => admit(caller, `r${i}`, 2)))).map(codeOf);
    assert.equal(codes.filter((code) => code === "OK").length, 10);
    assert.equal(codes.filter((code) => code === "RATE_LIMIT_EXCEEDED").length, 40);
    assert.deepEqual(await usage(caller, clock.now), { account: caller.account, credits: 980, used: 0, reserved: 20 });
  });

  test("an account without credits gets a 402 twice a second and ten times a minute, and a 429 beyond that", async () => {
    const slow = await newCaller(0);
    const codes: string[] = [];
    for (let i = 0; i < 14; i++) {
      clock.now += 600;
      codes.push(codeOf(await admit(slow, `r${i}`)));
    }
    assert.deepEqual(codes, [...Array(10).fill("INSUFFICIENT_CREDITS"), ...Array(4).fill("RATE_LIMIT_EXCEEDED")]);
    const fast = await newCaller(0);
    const burst = [];
    for (let i = 0; i < 4; i++) {
      clock.now += 10;
      burst.push(await admit(fast, `r${i}`));
    }
    assert.deepEqual(burst.map(codeOf), [
      "INSUFFICIENT_CREDITS",
      "INSUFFICIENT_CREDITS",
      "RATE_LIMIT_EXCEEDED",
      "RATE_LIMIT_EXCEEDED",
    ]);
    assert.equal(burst[3]!.refusal!.retryAfter, 1);
    assert.equal(burst[3]!.window!.limit, 10);
  });

  test("one credit and a cost of two give a 402 with both numbers, in the window of the full tier", async () => {
    const caller = await newCaller(1);
    const { refusal, window } = await admit(caller, "r", 2);
    assert.equal(refusal?.code, "INSUFFICIENT_CREDITS");
    assert.deepEqual(refusal?.shortfall, {
      creditsRequired: 2,
      creditsBalance: 1,
      purchaseUrl: "https://example.org/credits",
    });
    assert.equal(window!.limit, 60);
  });

  test("credits that are spent in a burst end with a 402, not with a misleading 429", async () => {
    const caller = await newCaller(3);
    const codes: string[] = [];
    for (let i = 0; i < 7; i++) {
      clock.now += 50;
      codes.push(codeOf(await admit(caller, `r${i}`)));
    }
    const unfunded = ["INSUFFICIENT_CREDITS", "INSUFFICIENT_CREDITS", "RATE_LIMIT_EXCEEDED", "RATE_LIMIT_EXCEEDED"];
    assert.deepEqual(codes, ["OK", "OK", "OK", ...unfunded]);
  });

  test("refused requests count against the window too, and cost nothing", async () => {
    const caller = await newCaller(5);
    const codes: string[] = [];
    for (let i = 0; i < 12; i++) {
      clock.now += 20;
      codes.push(codeOf(await meter.countRequest(caller)));
    }
    assert.deepEqual(codes, [...Array(10).fill("OK"), "RATE_LIMIT_EXCEEDED", "RATE_LIMIT_EXCEEDED"]);
    assert.equal((await usage(caller, clock.now)).credits, 5);
  });

  test("a revoked key is refused from the next request on", async () => {
    const caller = await newCaller(5);
    assert.equal(codeOf(await admit(caller, "before")), "OK");
    await revokeKey(table, caller.account, caller.keyId);
    await assert.rejects(admit(caller, "after"), { code: "UNAUTHORIZED" });
    await assert.rejects(meter.countRequest(caller), { code: "UNAUTHORIZED" });
  });
});
