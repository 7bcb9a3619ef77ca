import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { suite, test } from "node:test";
import { newAccount, url } from "../../support/platen.ts";

const { hostname, port, origin } = new URL(url);
const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT_ID = "00f067aa0ba902b7";
const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;
/** The same trace with another span. */
const CONTINUED = new RegExp(`^00-${TRACE_ID}-(?!${PARENT_ID})[0-9a-f]{16}-01$`);

/** The answer to raw bytes after which the connection ends. */
const exchange = (bytes: string): Promise<string> => {
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
};

suite("the trace of a caller is continued on the answer to a request", () => {
  for (const [what, method, address, status] of [
    ["for an unknown path", "POST", `${url}/nothing`, 404],
    ["for a path beside the interface", "GET", `${origin}/nothing`, 404],
    ["with another method", "DELETE", `${url}/pdf/merge`, 405],
    ["with another method for a page", "POST", `${url}/openapi.json`, 405],
    ["without a key", "POST", `${url}/pdf/merge`, 401],
    ["for a page without a key", "GET", `${url}/account`, 401],
    ["for a page", "GET", `${url}/openapi.json`, 200],
    ["to an address of no upload", "PUT", `${url}/uploads/none`, 400],
  ] as const) {
    test(`${what}: ${status}`, async () => {
      const reply = await fetch(address, { method, headers: { traceparent } });
      assert.equal(reply.status, status);
      assert.match(reply.headers.get("traceparent")!, CONTINUED);
      await reply.arrayBuffer();
      const untraced = await fetch(address, { method, headers: { traceparent: `${traceparent}-more` } });
      assert.equal(untraced.headers.get("traceparent"), null);
      await untraced.arrayBuffer();
    });
  }

  test("with too large a body: 413", async () => {
    const { key } = await newAccount(5);
    const answer = await exchange(
      `POST /v1/pdf/merge HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nTraceparent: ${traceparent}\r\nExpect: 100-continue\r\n` +
        "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000000\r\nConnection: close\r\n\r\n",
    );
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.match(/^Traceparent: (.*)\r$/im.exec(answer)![1]!, CONTINUED);
  });

  test("in a full window: 429", async () => {
    const { key } = await newAccount(0); // ten calls in a minute, so that a busy machine fills the window, too
    const headers = { "X-API-Key": key, traceparent };
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => fetch(`${url}/pdf/merge`, { method: "POST", headers })),
    );
    const refused = replies.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0);
    for (const reply of replies) assert.match(reply.headers.get("traceparent")!, CONTINUED);
  });

  test("without a Host: 400", async () => {
    const answer = await exchange(`GET /v1 HTTP/1.1\r\nConnection: close\r\nTraceparent: ${traceparent}\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(/^Traceparent: (.*)\r$/im.exec(answer)![1]!, CONTINUED);
  });

  test("whose body is no HTTP, although its head is: 400", async () => {
    const answer = await exchange(
      `POST /v1/pdf/merge HTTP/1.1\r\nHost: x\r\nX-API-Key: ${(await newAccount(5)).key}\r\nTraceparent: ${traceparent}\r\n` +
        "Content-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\nNOT A LENGTH\r\n\r\n",
    );
    assert.match(answer, /^HTTP\/1\.1 400 .*This is not a valid HTTP request/s);
    assert.match(/^Traceparent: (.*)\r$/im.exec(answer)![1]!, CONTINUED);
  });
});
