import "../support/own-service.ts";
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, truncate } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { suite, test } from "node:test";
import { FolderBodies } from "../../lib/stored-bodies/folder.ts";
import { ADDRESS_LIFETIME_MS, BODY_LIFETIME_MS } from "../../lib/stored-bodies/reference.ts";
import { granted, servesByReference, upload } from "../support/by-reference.ts";
import { failure, folder, newAccount, post, url, usage } from "../support/platen.ts";
import { refuses } from "../support/refusals.ts";
import { until } from "../support/until.ts";

const root = join(folder, "uploads");

servesByReference(async (account, reference) => existsSync(join(root, "in", account, reference)));

suite("POST /uploads", () => {
  test("is free, also for an account without credits, and counts as a request", async () => {
    const { account, key } = await newAccount(0);
    const reply = await post("/uploads", { contentType: "application/json", contentLength: 5 }, { key });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get("content-type"), "application/json");
    assert.equal(reply.headers.get("content-disposition"), null);
    assert.equal(reply.headers.get("x-credits-used"), "0");
    assert.equal(reply.headers.get("x-ratelimit-limit"), "10");
    assert.equal(reply.headers.get("x-ratelimit-remaining"), "9");
    assert.deepEqual(await usage(account), { account, credits: 0, used: 0, reserved: 0 });
    assert.deepEqual(Object.keys((await reply.json()) as object), ["uploadId", "url", "headers", "expiresAt"]);
  });

  for (const [proxies, scheme] of [
    ["https", "https:"],
    ["https, http", "http:"],
    ["http,HTTPS", "https:"],
    ["", "http:"],
    ["gopher", "http:"],
  ] as const) {
    test(`returns an address with the scheme that the last proxy names: "${proxies}"`, async () => {
      const body = { contentType: "application/json", contentLength: 5 };
      const reply = await post("/uploads", body, { "X-Forwarded-Proto": proxies });
      assert.equal(new URL(((await reply.json()) as { url: string }).url).protocol, scheme);
    });
  }

  test("is 401 without a key", async () => {
    assert.equal((await failure(post("/uploads", {}, { key: "" }))).code, "UNAUTHORIZED");
  });

  const json = "application/json";
  const form = "multipart/form-data; boundary=x";
  refuses("/uploads", [
    ["the length is missing", { contentType: json }, 400, "INVALID_REQUEST", /contentLength/],
    ["the length is 0", { contentType: json, contentLength: 0 }, 400, "INVALID_REQUEST", /contentLength/],
    [
      "the content type is not accepted by any endpoint",
      { contentType: "text/html", contentLength: 5 },
      400,
      "INVALID_REQUEST",
      /contentType/,
    ],
    [
      "a form has no boundary",
      { contentType: "multipart/form-data;x=y", contentLength: 5 },
      400,
      "INVALID_REQUEST",
      /contentType/,
    ],
    [
      "the type holds a line",
      { contentType: `${form}\r\nX: y`, contentLength: 5 },
      400,
      "INVALID_REQUEST",
      /contentType/,
    ],
    ["a field is unknown", { contentType: json, contentLength: 5, name: "a" }, 400, "INVALID_REQUEST", /name/],
    [
      "the form is longer than any endpoint accepts",
      { contentType: form, contentLength: 106e6 },
      413,
      "FILE_TOO_LARGE",
      /contentLength/,
    ],
    [
      "no endpoint takes JSON so long",
      { contentType: json, contentLength: 210e6 },
      413,
      "FILE_TOO_LARGE",
      /contentLength/,
    ],
  ]);
});

suite("the folder of uploads", () => {
  test("keeps nothing of an incomplete body", async () => {
    const { account, key } = await newAccount();
    const { url: address } = await granted(key, "application/json", 1000);
    const { hostname, port, pathname, search } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\nhalf`,
    );
    const entries = () => readdir(join(root, "in", account)).catch(() => []);
    while ((await entries()).length === 0) await new Promise(setImmediate);
    socket.destroy();
    await until(async () => (await entries()).length === 0);
  });

  test("accepts one body at a time at an address, and counts what was announced for it", async () => {
    const { account, key } = await newAccount();
    const { url: address, headers } = await granted(key, "application/json", 100_000_000);
    const { hostname, port, pathname, search } = new URL(address);
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n{`,
    );
    await until(async () => (await readdir(join(root, "in", account)).catch(() => [])).length > 0);
    const second = await failure(fetch(address, { method: "PUT", headers, body: Buffer.alloc(100_000_000) }));
    assert.deepEqual([second.status, second.code], [400, "INVALID_REQUEST"]);
    socket.destroy();
  });

  test("limits the bytes of an account", async () => {
    const { account, key } = await newAccount();
    await upload(key, Buffer.from("{}"));
    await truncate(join(root, "in", account, (await readdir(join(root, "in", account)))[0]!), 1024 ** 3);
    const { url: address, headers } = await granted(key, "application/json", 2);
    const { status, code } = await failure(fetch(address, { method: "PUT", headers, body: "{}" }));
    assert.deepEqual([status, code], [503, "SERVICE_UNAVAILABLE"]);
  });

  test("refuses other methods than PUT", async () => {
    const reply = await fetch(`${url}/uploads/in/a/b`);
    assert.equal(reply.headers.get("allow"), "PUT");
    assert.equal((await failure(reply)).code, "METHOD_NOT_ALLOWED");
  });

  test("refuses a body at an expired address", async () => {
    const store = new FolderBodies(join(root, "late"));
    const body = { contentType: "application/json", contentLength: 1 };
    const address = new URL(await store.address("in/a/b", body, Date.now() - 1, "http://x"));
    await assert.rejects(store.take("in/a/b", address.searchParams, body, Readable.from([])), /address has expired/);
    assert.equal(await store.open("in/a/b"), undefined);
  });

  test("loses expired bodies, complete or not, and nothing else", async () => {
    const { account, key } = await newAccount();
    const reference = await upload(key, Buffer.from("{}"));
    const store = new FolderBodies(root);
    await store.sweep(Date.now() + BODY_LIFETIME_MS - ADDRESS_LIFETIME_MS);
    assert.ok(existsSync(join(root, "in", account, reference)));
    await store.sweep(Date.now() + BODY_LIFETIME_MS + 2000);
    assert.equal(existsSync(join(root, "in", account, reference)), false);
  });
});
