import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../../lib/server/server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { handler, newAccount, trialUrl } from "../../support/trial.ts";

/** Milliseconds over which this server measures the rate of a reader; 30 seconds by default. */
const READ_PERIOD_MS = 3000;
const server = await startServer([handler], { host: "127.0.0.1", port: 0, readPeriodMs: READ_PERIOD_MS });
after(() => server.stop());

/** More than the system keeps on the way from one program to another. */
const BODY_BYTES = 60_000_000;

const folder = temporaryFolder("answer");

/** A connection on which a large answer is on its way, of which no more is taken than its beginning. */
const inTheMiddle = async (name: string): Promise<Socket> => {
  const { key } = await newAccount(5);
  const file = join(folder, name);
  writeFileSync(file, "x".repeat(BODY_BYTES));
  const { hostname, pathname } = new URL(trialUrl);
  const socket = connect(server.port, hostname);
  const body = JSON.stringify({ cost: 1, file });
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  const [begin] = await once(socket, "data");
  assert.match(String(begin), /^HTTP\/1\.1 200 /);
  socket.pause();
  return socket;
};

/** Takes what is still to come; resolves when the connection has ended, however that was. */
const ended = async (socket: Socket): Promise<void> => {
  socket.on("error", () => undefined).resume();
  await new Promise((resolve) => socket.once("close", resolve));
};

suite("a large answer that is being sent", { concurrency: true }, () => {
  test("is given up if its caller reads less than 10 KB of it in a second", async () => {
    const socket = await inTheMiddle("slow");
    const sip = setInterval(() => socket.read(100), 100);
    await sleep(READ_PERIOD_MS * 2);
    clearInterval(sip);
    let taken = 0;
    socket.on("data", (chunk) => {
      taken += chunk.length;
    });
    await ended(socket);
    assert.ok(taken < BODY_BYTES / 2, `${taken} bytes came after all`);
  });

  test("is cut off, and not mixed with another answer, when bytes arrive that are not HTTP", async () => {
    const socket = await inTheMiddle("mixed");
    socket.write("NONSENSE\r\n\r\n");
    await sleep(200);
    let rest = "";
    socket.on("data", (chunk) => {
      rest += chunk;
    });
    await ended(socket);
    assert.deepEqual([rest.length < BODY_BYTES, rest.replaceAll("x", "")], [true, ""]);
  });

  test("is given up if its caller reads none of it", async () => {
    const socket = await inTheMiddle("stalled");
    let taken = 0;
    await sleep(READ_PERIOD_MS * 2);
    socket.on("data", (chunk) => {
      taken += chunk.length;
    });
    await ended(socket);
    assert.ok(taken < BODY_BYTES / 2, `${taken} bytes came after all`);
  });
});
