// The thread in which documents are transformed, each in a WebAssembly instance of its own.
import { serveThread } from "../../workers/serve-thread.ts";
import { transform } from "./instance.ts";
import type { Job } from "./problem.ts";

await serveThread(async (module) => (job: Job) => transform(module as WebAssembly.Module, job));
