import "../../support/trust-test-certificate.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { after, suite, test } from "node:test";
import { type PostOptions, poster } from "../../../lib/callbacks/post.ts";
import { parseExceptions } from "../../../lib/net/exceptions.ts";
import { type Receiver, startReceiver } from "../../support/callback-receiver.ts";
import { until } from "../../support/until.ts";

const never = new AbortController().signal;
const message = { headers: { "webhook-id": "msg_1" }, body: '{"a":1}' };

/** The one address that stands for the public ones. */
const allow = parseExceptions(["127.0.0.1"]);

const post = (url: string, options: PostOptions = {}, signal = never) =>
  poster({ allow, ...options })(new URL(url), message, signal);

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/net/${name}`, import.meta.url));
const certificate = { key: fixture("key.pem"), cert: fixture("certificate.pem") };

/** A server that answers each connection with these bytes, whatever it is sent. */
const startRaw = (bytes: (at: number) => string | undefined, intervalMs = 5): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      let at = 0;
      const timer = setInterval(() => {
        const next = bytes(at++);
        if (next !== undefined) socket.write(next);
      }, intervalMs);
      socket.on("error", () => {}).on("close", () => clearInterval(timer));
      socket.resume();
    }).listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}/`));
    after(() => server.close());
  });

suite("a callback reaches", () => {
  test("an allowed receiver with its method, path, query, headers and body", async () => {
    const receiver = await startReceiver(() => ({ status: 204, headers: { "retry-after": "7" } }));
    assert.deepEqual(await post(`${receiver.url}/a%20b?c=d#e`), { status: 204, retryAfter: "7" });
    const [{ path, headers, body } = {} as Receiver["received"][0]] = receiver.received;
    assert.equal(path, "/hook/a%20b?c=d");
    assert.deepEqual([headers["webhook-id"], headers["content-length"], body], ["msg_1", "7", message.body]);
    assert.equal(headers["host"], `127.0.0.1:${receiver.port}`);
  });

  test("nothing private, whatever form the address has", async () => {
    const inside = await startReceiver(undefined, { host: "127.0.0.2" });
    const { port } = inside;
    for (const url of [
      `http://127.0.0.2:${port}/`,
      `http://2130706434:${port}/`,
      `http://[::ffff:127.0.0.2]:${port}/`,
      `http://0.0.0.0:${port}/`,
      `http://[::1]:${port}/`,
      `http://[64:ff9b::7f00:2]:${port}/`,
      "http://169.254.169.254/latest/meta-data/",
      "https://10.0.0.5/",
    ])
      assert.deepEqual(await post(url), { error: "private address" }, url);
    const none = { allow: parseExceptions([]) };
    for (const host of ["localhost", "127.0.0.1", "127.0.0.2", "printer.local", "intranet"])
      assert.deepEqual(await post(`http://${host}:${port}/`, none), { error: "private address" }, host);
    assert.deepEqual(await post("http://127.0.0.1:25/"), { error: "port not allowed" });
    assert.equal(inside.connections.all, 0);
  });

  test("no address that its name has turned to since the attempt before", async () => {
    const outside = await startReceiver();
    const inside = await startReceiver(undefined, { host: "127.0.0.2", port: outside.port });
    const answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.1", "127.0.0.2"], ["10.0.0.5"], ["127.0.0.1"]];
    const asked: string[] = [];
    const ask = async (name: string) => {
      asked.push(name);
      return answers[asked.length - 1] ?? [];
    };
    const url = `http://hooks.example.com:${outside.port}/`;
    const results = [];
    for (const _ of answers) results.push(await post(url, { ask }));
    const refused = { error: "private address" };
    const taken = { status: 200, retryAfter: undefined };
    assert.deepEqual(results, [taken, refused, refused, refused, taken]);
    assert.deepEqual(asked, Array(5).fill("hooks.example.com"));
    assert.deepEqual([inside.connections.all, outside.received.length], [0, 2]);
    assert.deepEqual(await post(url, { ask: async () => [] }), { error: "name not found" });
  });

  test("receivers with TLS, if their certificates are valid or trusted by the operator", async () => {
    const receiver = await startReceiver(undefined, { tls: certificate });
    assert.equal((await post(receiver.url)).status, 200);
    const plain = await startReceiver();
    assert.deepEqual(await post(plain.url.replace("http:", "https:")), { error: "connection failed" });
  });
});

suite("a receiver", () => {
  test("that does not answer is given up", async () => {
    const silent = await startReceiver(() => "silence");
    assert.deepEqual(await post(silent.url, { answerMs: 300 }), { error: "no answer in time" });
    await until(() => silent.connections.open === 0);
    const endless = await startRaw((at) => (at === 0 ? "HTTP/1.1 200 OK\r\n" : `X-${at}: y\r\n`));
    assert.deepEqual(await post(endless, { answerMs: 300 }), { error: "no answer in time" });
    const hints = await startRaw(() => "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n");
    assert.deepEqual(await post(hints, { answerMs: 300 }), { error: "no answer in time" });
    const tls = await startRaw(() => undefined);
    assert.deepEqual(await post(tls.replace("http:", "https:"), { answerMs: 300 }), { error: "no answer in time" });
  });

  test("that never ends its body has answered, and is cut off", async () => {
    const endless = await startReceiver((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(16_384)), 1);
      response.on("close", () => clearInterval(timer));
      return "silence";
    });
    assert.equal((await post(endless.url)).status, 200);
    const dripping = await startReceiver((_, response) => {
      response.writeHead(202).write("x");
      return "silence";
    });
    assert.equal((await post(dripping.url)).status, 202);
    await until(() => endless.connections.open + dripping.connections.open === 0);
  });

  test("that speaks something else, refuses or hangs up has not answered", async () => {
    const other = await startRaw((at) => (at === 0 ? "220 mail.example ESMTP\r\n" : undefined));
    assert.deepEqual(await post(other), { error: "answer not valid" });
    const switching = await startRaw((at) =>
      at === 0 ? "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n" : undefined,
    );
    assert.deepEqual(await post(switching), { error: "answer not valid" });
    const large = await startRaw((at) =>
      at === 0 ? `HTTP/1.1 200 OK\r\nX: ${"y".repeat(40_000)}\r\n\r\n` : undefined,
    );
    assert.deepEqual(await post(large), { error: "answer not valid" });
    const closed = await startReceiver((_, response) => {
      response.destroy();
      return "silence";
    });
    assert.deepEqual(await post(closed.url), { error: "connection failed" });
    assert.deepEqual(await post("http://127.0.0.1:9998/"), { error: "connection refused" });
  });

  test("is left at once when the sender stops", async () => {
    const silent = await startReceiver(() => "silence");
    const stop = new AbortController();
    const posted = post(silent.url, {}, stop.signal);
    stop.abort(new Error("stop"));
    await assert.rejects(posted, /stop/);
    // Nothing is begun after that, of which a failure would end the process.
    await assert.rejects(post(silent.url, {}, stop.signal), /stop/);
    assert.equal(silent.received.length, 0);
    const asking = post("http://a.example/", { ask: () => new Promise(() => {}) }, AbortSignal.timeout(50));
    await assert.rejects(asking);
  });
});
