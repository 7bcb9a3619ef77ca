import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { openApiPage } from "../../../lib/openapi/page.ts";
import { pageHandler } from "../../../lib/server/page.ts";
import { url } from "../../support/platen.ts";

suite("GET /openapi.json", () => {
  test("needs no key, and names the address at which it was asked for", async () => {
    const reply = await fetch(`${url}/openapi.json`);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get("x-credits-remaining"), null);
    const document = (await reply.json()) as { servers: unknown; paths: Record<string, { servers?: unknown }> };
    assert.deepEqual(document.servers, [{ url }]);
    assert.deepEqual(document.paths["/health"]!.servers, [{ url: new URL(url).origin }]);
    assert.ok(document.paths["/pdf/merge"]);
  });

  test("is answered to HEAD without a body, and to other methods with 405", async () => {
    const head = await fetch(`${url}/openapi.json`, { method: "HEAD" });
    assert.equal(head.status, 200);
    assert.ok(Number(head.headers.get("content-length")) > 10_000);
    assert.equal(await head.text(), "");
    const post = await fetch(`${url}/openapi.json`, { method: "POST", body: "x" });
    assert.deepEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD"]);
  });
});

suite("on AWS, GET /openapi.json", () => {
  const text = '{"servers":[{"url":"https://platen.invalid/v1"}]}';
  const handler = pageHandler(
    "/openapi.json",
    openApiPage(async () => text),
  );
  for (const [where, path, host, address] of [
    ["below its stage", "/prod/v1/openapi.json", "api.example", "https://api.example/prod/v1"],
    ["at its own domain", "/v1/openapi.json", "api.example", "https://api.example/v1"],
    ["at a host that is no name", "/v1/openapi.json", 'a"b$(x)', "/v1"],
  ] as const) {
    test(`names the address of the service ${where}`, async () => {
      const headers = { Host: host, "X-Forwarded-Proto": "https" };
      const { body, headers: answered } = await handler({ headers, body: null, ...{ requestContext: { path } } });
      assert.deepEqual(JSON.parse(body as string), { servers: [{ url: address }] });
      assert.ok(answered["X-Request-Id"]);
    });
  }
});
