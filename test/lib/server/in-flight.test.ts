import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { heldBytes } from "../../../lib/server/in-flight.ts";
import { upload } from "../../support/by-reference.ts";
import { failure, newAccount, post, url, usage } from "../../support/platen.ts";

const HUNDRED_MB = 100 * 1024 * 1024;

/** A client that announces 100 MB and sends a little of it. */
const announce = (key: string): Socket => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  socket.write(
    `POST /v1/pdf/merge HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Length: ${HUNDRED_MB}\r\n` +
      "Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n",
  );
  return socket;
};

const until = async (bytes: number) => {
  for (let tries = 0; heldBytes() !== bytes && tries < 300; tries++) await sleep(20);
  assert.equal(heldBytes(), bytes);
};

test("a caller that hangs up before its body is read holds no memory", async () => {
  const bytes = Buffer.from(JSON.stringify({ html: " ".repeat(5_000_000) }));
  for (let count = 0; count < 10; count++) {
    const { key } = await newAccount();
    const reference = await upload(key, bytes);
    const { hostname, port } = new URL(url);
    const head = `POST /v1/convert/html-to-pdf HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}`;
    const socket = connect(Number(port), hostname);
    socket.write(`${head}\r\nX-Body-Ref: ${reference}\r\nContent-Length: 0\r\n\r\n`, () => socket.resetAndDestroy());
    await once(socket, "close");
    announce(key).once("connect", function leave(this: Socket) {
      setImmediate(() => this.resetAndDestroy());
    });
  }
  await sleep(500);
  await until(0);
});

test("bodies of more than 512 MB at once get a 503 with Retry-After, and callers that hang up make room again", async () => {
  const { account, key } = await newAccount(5);
  const clients = Array.from({ length: 5 }, () => announce(key));
  await until(5 * HUNDRED_MB);
  const reply = await fetch(`${url}/pdf/merge`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "multipart/form-data; boundary=b" },
    body: Buffer.alloc(20 * 1024 * 1024),
  });
  assert.match(reply.headers.get("retry-after")!, /^[1-9]\d*$/);
  const { status, code } = await failure(reply);
  assert.deepEqual([status, code], [503, "SERVICE_UNAVAILABLE"]);
  assert.equal((await post("/convert/html-to-pdf", { html: "<p>Small ones go on" }, { key })).status, 200);
  for (const client of clients) client.destroy();
  await until(0);
  assert.deepEqual(await usage(account), { account, credits: 4, used: 1, reserved: 0 });
});
