import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { failure, newAccount, post, url } from "../../support/platen.ts";

interface Standing {
  readonly windows: readonly { readonly seconds: number; readonly limit: number; readonly remaining: number }[];
  readonly usage: unknown;
}

const NONE = { calls: 0, credits: 0, operations: {} };

const standing = (key: string) => fetch(`${url}/account`, { headers: { "X-API-Key": key } });

suite("GET /account", () => {
  test("returns credits, tier, windows and usage, and counts neither as a request nor as credits", async () => {
    const { key } = await newAccount(5);
    for (let time = 0; time < 15; time++) {
      assert.deepEqual(await (await standing(key)).json(), {
        creditsRemaining: 5,
        creditsReserved: 0,
        creditsUsed: 0,
        plan: "standard",
        tier: "full",
        windows: [
          { seconds: 60, limit: 60, remaining: 60 },
          { seconds: 1, limit: 10, remaining: 10 },
        ],
        usage: { today: NONE, month: NONE, total: NONE },
      });
    }
    const printed = await post("/convert/html-to-pdf", { html: "<p>x" }, { key });
    await printed.arrayBuffer();
    const { windows, usage, ...credits } = (await (await standing(key)).json()) as Standing;
    assert.deepEqual(credits, {
      creditsRemaining: 4,
      creditsReserved: 0,
      creditsUsed: 1,
      plan: "standard",
      tier: "full",
    });
    const one = { calls: 1, credits: 1 };
    const all = { ...one, operations: { "/convert/html-to-pdf": one } };
    assert.deepEqual(usage, { today: all, month: all, total: all });
    assert.equal(windows[0]!.remaining, Number(printed.headers.get("x-ratelimit-remaining")));
  });

  test("counts neither refused requests nor repetitions that cost nothing as usage", async () => {
    const { key } = await newAccount(5);
    for (const [body, status] of [
      [{ html: "<p>x" }, 200],
      [{ html: "<p>x" }, 200],
      [{ html: "" }, 400],
    ] as const) {
      const reply = await post("/convert/html-to-pdf", body, { key, "Idempotency-Key": `usage-${status}` });
      assert.equal(reply.status, status);
      await reply.arrayBuffer();
    }
    const { usage } = (await (await standing(key)).json()) as { usage: { today: { calls: number } } };
    assert.equal(usage.today.calls, 1);
  });

  test("returns the windows of accounts without credits", async () => {
    const { tier, windows } = (await (await standing((await newAccount(0)).key)).json()) as Standing & { tier: string };
    assert.equal(tier, "unfunded");
    assert.deepEqual(
      windows.map(({ limit }) => limit),
      [10, 2],
    );
  });

  test("is 429 beyond 60 calls in a minute, and other calls of the account are not", async () => {
    const { key } = await newAccount(5);
    const replies = await Promise.all(Array.from({ length: 100 }, () => standing(key)));
    const refused = replies.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && replies.length - refused.length >= 60);
    for (const { status, headers } of replies) assert.ok(status === 200 || Number(headers.get("retry-after")) >= 1);
    for (const reply of replies) await reply.arrayBuffer();
    const reply = await post("/convert/markdown-to-pdf", { markdown: "" }, { key });
    assert.equal(reply.status, 400);
  });

  test("is 401 without a key and with an unknown one", async () => {
    for (const key of ["", "unknown-key-123"]) assert.equal((await failure(standing(key))).code, "UNAUTHORIZED");
  });
});
