import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { DOCUMENT_LIMITS } from "../../../lib/net/egress.ts";
import { parseExceptions } from "../../../lib/net/exceptions.ts";
import { type Guard, openGuard } from "../../../lib/net/guard.ts";
import { startWebServer, type WebServer } from "../../support/web-server.ts";

let server: WebServer;
let guard: Guard;
const large = Buffer.alloc(DOCUMENT_LIMITS.bytes / 4);

before(async () => {
  server = await startWebServer((path) => {
    if (path === "/large") return { body: large };
    if (path === "/page?a=b")
      return { body: "page", headers: { "alt-svc": 'h3=":443"', "keep-alive": "x", "x-own": "1" } };
    return undefined;
  });
  guard = await openGuard(parseExceptions(["127.0.0.1"]));
});
after(() => {
  guard.close();
  server.close();
});

/** Asks the guard for a URL as a browser does. */
const ask = async (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
  const asking = request({ host: "127.0.0.1", port: guard.port, path, headers: { host: "other.example", ...headers } });
  asking.end();
  const [response] = await once(asking, "response");
  return response;
};

test("forwards a request without hop-by-hop headers", async () => {
  const response = await ask(`${server.origin}/page?a=b`, { "proxy-connection": "keep-alive", te: "x", "x-mine": "1" });
  assert.equal(await text(response), "page");
  assert.deepEqual(
    [response.headers["x-own"], response.headers["alt-svc"], response.headers["keep-alive"]],
    ["1", undefined, "timeout=5"],
  );
  const head = server.heads.at(-1)!;
  assert.deepEqual([head.host, head["x-mine"], head.te], [`127.0.0.1:${server.port}`, "1", undefined]);
  assert.equal(head["proxy-connection"], undefined);
});

for (const [what, url, status, reason] of [
  ["a private address", "http://10.0.0.5/a", 403, "private address"],
  ["itself", () => `http://127.0.0.1:${guard.port}/`, 403, "private address"],
  ["a bad port", "http://93.184.216.34:25/", 502, "port not allowed"],
  ["a name that is not found", "http://missing.invalid/", 502, "name not found"],
  ["a closed port", "http://127.0.0.1:59999/", 502, "connection refused"],
] as const) {
  test(`refuses ${what} and says why`, async () => {
    const asked = typeof url === "string" ? url : url();
    const response = await ask(asked);
    response.resume();
    assert.equal(response.statusCode, status);
    assert.equal(guard.traffic.reasonFor(asked), reason);
  });
}

test("refuses a response that switches the protocol", async () => {
  const odd = createServer((socket) => {
    socket.once("data", () => socket.write("HTTP/1.1 101 Odd\r\nConnection: upgrade\r\nUpgrade: odd\r\n\r\n"));
  });
  odd.listen(0, "127.0.0.1");
  await once(odd, "listening");
  const response = await ask(`http://127.0.0.1:${(odd.address() as AddressInfo).port}/`);
  response.resume();
  odd.close();
  assert.equal(response.statusCode, 502);
});

test("accepts only absolute http addresses", async () => {
  for (const path of ["/", "https://127.0.0.1/", "file:///etc/passwd", "http://"]) {
    const response = await ask(path);
    response.resume();
    assert.equal(response.statusCode, 400, path);
  }
});

for (const [authority, answer] of [
  ["10.0.0.5:443", "403"],
  ["[::1]:443", "403"],
  ["missing.invalid:443", "502"],
  ["93.184.216.34:22", "502"],
] as const) {
  test(`opens no tunnel to ${authority}`, async () => {
    const socket = connect(guard.port, "127.0.0.1");
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
    assert.match(await text(socket), new RegExp(`^HTTP/1.1 ${answer} `));
  });
}

test("tunnels bytes both ways", async () => {
  const socket = connect(guard.port, "127.0.0.1");
  socket.write(`CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\n\r\n`);
  const [established] = await once(socket, "data");
  assert.match(String(established), /^HTTP\/1.1 200 /);
  socket.write(`GET /page?a=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  assert.match(await text(socket), /page\r\n0\r\n/);
});

test("limits the bytes of one document", async () => {
  const read = async () => (await text(await ask(`${server.origin}/large`))).length;
  const whole = await Promise.allSettled([read(), read(), read()]);
  assert.ok(whole.every(({ status }) => status === "fulfilled"));
  await assert.rejects(async () => {
    await read();
    await read();
  });
  assert.ok(guard.traffic.refusals.some(({ reason }) => reason === "response too large"));
});
