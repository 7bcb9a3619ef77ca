import { createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { isZygote, serveProcess } from "../../../lib/workers/serve-process.ts";

// A process that is forked with a thread, timers and a warm value. Its environment says what its zygote holds in addition.
const thread = new Worker(
  "const { parentPort } = require('node:worker_threads'); parentPort.on('message', (text) => parentPort.postMessage(text.toUpperCase()));",
  { eval: true },
);
let warmth = 0;

serveProcess<string, unknown>(
  async ({ head, body }) => {
    if (head === "exit") process.exit(1);
    if (head === "abort") process.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const answer = new Promise((resolve) => thread.once("message", resolve));
    thread.postMessage(head);
    return { head: { answer: await answer, warmth, length: body.length }, body: [body] };
  },
  async () => {
    warmth = 1;
    if (isZygote() && process.env["HOLDS"] === "server")
      await new Promise<void>((done) => createServer().listen(0, done));
    if (isZygote() && process.env["HOLDS"] === "failure") throw new Error("The warm-up fails.");
  },
);
