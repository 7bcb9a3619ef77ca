// A process that serves jobs, and has a thread that never ends.
import { Worker } from "node:worker_threads";
import { serveProcess } from "../../../lib/workers/serve-process.ts";

new Worker("setInterval(() => {}, 60_000)", { eval: true });
serveProcess(() => ({ head: "done", body: [] }));
