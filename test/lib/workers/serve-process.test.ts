import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import { EMPTY_FRAME } from "../../../lib/workers/frames.ts";
import { spawnNode } from "../../../lib/workers/node-process.ts";

test("a process ends with its parent, also if it has started a thread", async () => {
  const script = new URL("../../support/workers/process-with-thread.ts", import.meta.url);
  const child = spawnNode({ script, memoryMb: 256, processorTimeMs: 60_000 });
  const ended = once(child, "exit");
  const socket = child.stdio[3] as Socket;
  socket.write(EMPTY_FRAME);
  await once(socket, "data"); // it serves
  socket.destroy();
  assert.deepEqual(await ended, [0, null]);
});
