import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { startServer } from "../../../lib/server/server.ts";

test("a connection that never sends a whole head is closed, whether it sends something or nothing", async () => {
  const server = await startServer([], { host: "127.0.0.1", port: 0, headTimeoutMs: 300 });
  const answers = ["", "\r\n", "POST /v1/half-a-head HTTP/1.1\r\nHo"].map((bytes) => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(bytes);
    return text(socket);
  });
  assert.deepEqual(
    (await Promise.all(answers)).map((answer) => answer.slice(0, 12)),
    ["", "HTTP/1.1 400", "HTTP/1.1 400"],
  );
  await server.stop();
});

test("at its limit of connections, the server closes the oldest one that waits for no answer", async () => {
  const server = await startServer([], { host: "127.0.0.1", port: 0, connections: 3 });
  const open = async () => {
    const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  };
  const silent = [await open(), await open(), await open()];
  for (const socket of silent) socket.write("POST /v1/half-a-head HTTP/1.1\r\nHo");
  const closed = new Promise((resolve) => silent[0]!.once("close", resolve));
  assert.equal((await fetch(`http://127.0.0.1:${server.port}/none`)).status, 404);
  await closed;
  assert.deepEqual(
    silent.map(({ destroyed }) => destroyed),
    [true, false, false],
  );
  for (const socket of silent) socket.destroy();
  await server.stop();
});
