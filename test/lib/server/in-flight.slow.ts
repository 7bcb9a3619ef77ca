import "../../support/own-service.ts";
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { heldBytes } from "../../../lib/server/in-flight.ts";
import { upload } from "../../support/by-reference.ts";
import { newAccount, post, url, usage } from "../../support/platen.ts";

const HUNDRED_MB = 100 * 1024 * 1024;
const CHUNK_BYTES = 1_048_576;

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
  for (let tries = 0; heldBytes() !== bytes && tries < 3000; tries++) await sleep(20);
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

/** Sends a number of bytes of an announced body, and resolves when they are taken or refused. */
const sendPart = async (socket: Socket, bytes: number): Promise<void> => {
  for (let sent = 0; sent < bytes && socket.writable; sent += CHUNK_BYTES) {
    if (!socket.write(Buffer.alloc(CHUNK_BYTES))) await Promise.race([once(socket, "drain"), once(socket, "close")]);
  }
};

test("bodies count for what has arrived: two hundred that are announced and do not come hold up nobody", async () => {
  const { key } = await newAccount(5);
  const clients = Array.from({ length: 200 }, () => announce(key));
  await sleep(500);
  assert.ok(heldBytes() < 200 * 1024);
  const other = await newAccount(5);
  assert.equal((await post("/convert/html-to-pdf", { html: "<p>Not held up" }, { key: other.key })).status, 200);
  for (const client of clients) client.destroy();
  await until(0);
});

test("an account that sends more than its share at once gets 503, another one is served, and the room comes back", async () => {
  const [greedy, other] = [await newAccount(5), await newAccount(5)];
  const clients = Array.from({ length: 4 }, () => announce(greedy.key));
  const answers = clients.map(async (client) => String((await once(client, "data"))[0]));
  await Promise.race([Promise.all(clients.map((client) => sendPart(client, HUNDRED_MB / 1.1))), sleep(20_000)]);
  const refused = await Promise.race(answers);
  assert.match(refused, /^HTTP\/1.1 503 [\s\S]*Retry-After: [1-9][\s\S]*SERVICE_UNAVAILABLE/);
  const body = Buffer.from(JSON.stringify({ html: `<p>${" ".repeat(5_000_000)}` }));
  const large = await post("/convert/html-to-pdf", body, { key: other.key });
  assert.equal(large.status, 200);
  for (const client of clients) client.destroy();
  await until(0);
  const { account } = greedy;
  assert.deepEqual(await usage(account), { account, credits: 5, used: 0, reserved: 0 });
});
