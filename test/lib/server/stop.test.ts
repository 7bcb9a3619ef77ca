import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../../lib/server/server.ts";
import { reasonOf } from "../../support/reason-of.ts";

suite("a server that gets a signal to stop", () => {
  test("stops although a connected caller never sends anything", async () => {
    const server = await startServer([], { host: "127.0.0.1", port: 0 });
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    const order: string[] = [];
    socket.once("close", () => order.push("hung up on"));
    // Else it would wait for the caller, or for Node's own limit.
    const impatient = setTimeout(() => {
      order.push("left by itself");
      socket.destroy();
    }, 10_000);
    await server.stop();
    clearTimeout(impatient);
    socket.resume();
    if (!socket.destroyed) await once(socket, "close");
    assert.deepEqual(order, ["hung up on"]);
  });

  test("stops although a caller has sent only half a head", async () => {
    const server = await startServer([], { host: "127.0.0.1", port: 0 });
    const socket = connect(server.port, "127.0.0.1");
    socket.write("POST /v1/pdf/merge HTTP/1.1\r\nHost: x\r\nX-API-");
    await sleep(200);
    const patience = sleep(10_000, "still serving", { ref: false });
    assert.equal(await Promise.race([server.stop(), patience]), undefined);
    socket.destroy();
  });

  test("answers new calls with 503 and Retry-After while it drains, and its health check first of all", async () => {
    const idle = Object.assign(async () => ({ statusCode: 200, headers: {}, body: "" }), { contract: { path: "/x" } });
    const server = await startServer([idle], { host: "127.0.0.1", port: 0, drainMs: 1000 });
    const origin = `http://127.0.0.1:${server.port}`;
    const stopped = server.stop();
    const health = await fetch(`${origin}/health`);
    assert.deepEqual([health.status, await health.json()], [503, { status: "stopping" }]);
    const reply = await fetch(`${origin}/v1/x`, { method: "POST" });
    assert.deepEqual(await reasonOf(reply.clone()), [503, "server-stopping", true]);
    assert.deepEqual([reply.headers.get("retry-after"), reply.headers.get("connection")], ["1", "close"]);
    await stopped;
    await assert.rejects(fetch(`${origin}/health`));
  });

  test("announces to waiting callers that the connection closes after the answer", async () => {
    const { promise: working, resolve: begun } = Promise.withResolvers<void>();
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const endpoint = Object.assign(
      async () => {
        begun();
        await stopped;
        return { statusCode: 200, headers: { "Content-Length": "2" }, body: "ok" };
      },
      { contract: { path: "/slow" } },
    );
    const server = await startServer([endpoint], { host: "127.0.0.1", port: 0 });
    const call = fetch(`http://127.0.0.1:${server.port}/v1/slow`, { method: "POST" });
    await working;
    const ended = server.stop();
    stop();
    const reply = await call;
    assert.deepEqual([reply.headers.get("connection"), await reply.text()], ["close", "ok"]);
    await ended;
  });
});
