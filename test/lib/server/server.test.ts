import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { form } from "../../support/form.ts";
import { failure, newAccount, post, url, usage } from "../../support/platen.ts";
import { until } from "../../support/until.ts";

const PATH = "/convert/html-to-pdf";
const { hostname, port } = new URL(url);

/** Sends raw bytes and returns everything that arrives until the connection ends. */
const exchange = async (text: string): Promise<string> => {
  const socket = connect(Number(port), hostname);
  socket.write(text);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  await once(socket, "close");
  return answer;
};

/** Opens a connection and sends a head that announces a body, of which nothing follows. */
const sendHead = (headers: string): Socket => {
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  socket.write(`POST /v1/pdf/merge HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n${headers}\r\n\r\n`);
  return socket;
};

suite("before a body is sent, the server refuses", () => {
  test("a content type that the endpoint does not accept", async () => {
    const { key } = await newAccount(5);
    const socket = sendHead(`X-API-Key: ${key}\r\nContent-Type: text/plain`);
    const [answer] = await once(socket, "data");
    socket.destroy();
    assert.match(String(answer), /^HTTP\/1\.1 415 /);
  });

  test("an account whose window is full", async () => {
    // A full window is remembered for a moment. On a busy machine the head may come after it.
    let answer = "";
    while (!answer.startsWith("HTTP/1.1 429 ")) {
      const { key } = await newAccount(100);
      const calls = Array.from({ length: 30 }, () => post("/convert/html-to-pdf", {}, { key }));
      await Promise.all(calls.map(async (call) => (await call).arrayBuffer()));
      const socket = sendHead(`X-API-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=b`);
      const [data] = await Promise.race([once(socket, "data"), sleep(2000, [""])]);
      socket.destroy();
      answer = String(data);
    }
    for (const header of [/^Retry-After: [1-9]\d*\r$/m, /^X-RateLimit-Remaining: \d+\r$/m])
      assert.match(answer, header);
  });
});

suite("the server", () => {
  test("an unknown path is 404, in the envelope, with an id and a time", async () => {
    const reply = await post("/convert/html-to-png", {});
    assert.ok(reply.headers.get("x-request-id"));
    assert.match(reply.headers.get("x-processing-time-ms")!, /^\d+$/);
    assert.deepEqual((await failure(reply)).code, "NOT_FOUND");
  });

  test("another method is 405 with Allow", async () => {
    const reply = await fetch(url + PATH);
    assert.equal(reply.headers.get("allow"), "POST");
    assert.deepEqual((await failure(reply)).status, 405);
  });

  test("the path and the method are checked before the key", async () => {
    assert.equal((await post("/nothing", {}, { key: "wrong-key" })).status, 404);
    assert.equal((await fetch(url + PATH, { method: "DELETE" })).status, 405);
  });

  test("bytes that are not HTTP get an error in the envelope", async () => {
    const answer = await exchange("NONSENSE\r\n\r\n");
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /"code":"INVALID_REQUEST"/);
  });

  test("endless headers get an error in the envelope", async () => {
    const answer = await exchange(`POST /v1${PATH} HTTP/1.1\r\nX: ${"a".repeat(70_000)}`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /headers are too large/);
  });

  test("a body over the limit gets a 413 before it is sent, if the client asks first", async () => {
    const { key } = await newAccount();
    const call = request(url + PATH, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json", "Content-Length": 30e6, Expect: "100-continue" },
    });
    let continued = false;
    call.on("continue", () => {
      continued = true;
    });
    call.flushHeaders();
    const [reply] = await once(call, "response");
    assert.equal(reply.statusCode, 413);
    assert.equal(continued, false);
    call.destroy();
  });

  test("a body over the limit gets a 413 while it is being sent, and the connection does not break", async () => {
    const { account, key } = await newAccount(5);
    const socket = connect(Number(port), hostname);
    const head = `POST /v1${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`;
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    const megabyte = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(1 << 20, 0x20), Buffer.from("\r\n")]);
    // The body has no end before the answer. On a busy machine more of it is read until the request is counted.
    let sent = 0;
    for (; answer === "" && sent < 4000; sent++) {
      if (!socket.write(megabyte)) await once(socket, "drain");
      await new Promise(setImmediate);
    }
    for (let more = 0; more < 20; more++) if (!socket.write(megabyte)) await once(socket, "drain");
    assert.match(answer, /^HTTP\/1\.1 413 .*FILE_TOO_LARGE/s);
    assert.ok(sent > 20, `answered after ${sent} MB`);
    // The rest ran into the void: the connection serves the next request.
    answer = "";
    socket.write(`0\r\n\r\nGET /v1${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await once(socket, "close");
    assert.match(answer, /^HTTP\/1\.1 405 /);
    assert.deepEqual(await usage(account), { account, credits: 5, used: 0, reserved: 0 });
  });

  for (const [status, what, path, key] of [
    [401, "without a key", PATH, ""],
    [404, "to a path that is not", "/nothing", ""],
    [413, "of too large a body", PATH, undefined],
  ] as const) {
    test(`a call ${what} can read its ${status}, even if it sends the whole body first on a connection that then closes`, async () => {
      const socket = connect(Number(port), hostname);
      const answer = text(socket);
      const name = `X-API-Key: ${key ?? (await newAccount()).key}`;
      socket.write(
        `POST /v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${name}\r\n` +
          "Content-Type: application/json\r\nContent-Length: 26214400\r\n\r\n",
      );
      for (let sent = 0; sent < 25; sent++) {
        if (!socket.write(Buffer.alloc(1 << 20, " "))) await once(socket, "drain");
        await sleep(10);
      }
      assert.match(await answer, new RegExp(`^HTTP/1\\.1 ${status} .*connection: close.*"error"`, "is"));
    });
  }

  for (const [what, head, status] of [
    ["has the absolute form", `GET http://x${new URL(url).pathname}${PATH}?a HTTP/1.1\r\nHost: x`, 405],
    ["has an unknown Expect", `GET /v1${PATH} HTTP/1.1\r\nHost: x\r\nExpect: wonders`, 405],
    ["names no host", `GET /v1${PATH} HTTP/1.1`, 400],
    ["names no host, as HTTP/1.0 may", `GET /v1${PATH} HTTP/1.0`, 405],
    ["names two hosts", `GET /v1${PATH} HTTP/1.1\r\nHost: x\r\nHost: y`, 400],
    ["names one host twice", `GET /v1${PATH} HTTP/1.1\r\nHost: x\r\nhost: x`, 400],
    ["has a compressed transfer", `POST /v1${PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked`, 501],
    ["has a chunked transfer", `POST /v1${PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked`, 401],
  ] as const) {
    test(`a request that ${what} is ${status}, in the envelope`, async () => {
      const end = head.includes("Transfer-Encoding") ? "0\r\n\r\n" : "";
      const answer = await exchange(`${head}\r\nConnection: close\r\n\r\n${end}`);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*x-request-id.*"error"`, "is"));
    });
  }

  test("the length of a message is limited, whatever the request contains", async () => {
    const { message } = await failure(post(PATH, { html: "x", ["y".repeat(1e6)]: 1 }));
    assert.match(message, /^The request has unknown y+/);
    assert.equal(message.length, 1000);
  });

  test("a form one byte over the limit is 413 before it has ended", async () => {
    const { key } = await newAccount(5);
    const socket = connect(Number(port), hostname);
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    socket.write(
      `POST /v1${PATH} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Length: ${11 * 1024 * 1024}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\n\r\n${part}`,
    );
    socket.write(Buffer.alloc(10 * 1024 * 1024 + 100, 0x20));
    const [answer] = await once(socket, "data");
    assert.match(String(answer), /^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test("a form with a file of exactly the limit, and options, is not too large", async () => {
    const html = Buffer.alloc(10 * 1024 * 1024, " ");
    html.write("<p>Long");
    const reply = await post(PATH, form({ file: html, options: '{"format":"A5"}' }));
    assert.equal(reply.status, 200);
  });

  test("a caller that hangs up is not charged, and the work stops", async () => {
    const { account, key } = await newAccount(5);
    const html = "<p>nothing in it changes by itself";
    const caller = new AbortController();
    const call = fetch(url + PATH, {
      method: "POST",
      signal: caller.signal,
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ html, options: { waitForSelector: "#never", waitTimeout: 30_000 } }),
    });
    const isReserved = async () => (await usage(account)).reserved > 0;
    await until(isReserved);
    caller.abort();
    await assert.rejects(call, { name: "AbortError" });
    await until(async () => !(await isReserved()));
    assert.deepEqual(await usage(account), { account, credits: 5, used: 0, reserved: 0 });
  });

  test("text that is not UTF-8, and compressed bodies, are refused", async () => {
    const bad = await failure(post(PATH, Buffer.from([0x22, 0xff, 0x22])));
    assert.deepEqual([bad.status, bad.code], [400, "INVALID_REQUEST"]);
    const gzip = await failure(post(PATH, { html: "x" }, { "Content-Encoding": "gzip" }));
    assert.deepEqual([gzip.status, gzip.code], [415, "UNSUPPORTED_MEDIA_TYPE"]);
  });
});
