// The program of a thread that transforms documents, each in its own WebAssembly instance.
import { serveThread } from "../../workers/serve-thread.ts";
import { transform } from "./instance.ts";
import type { XsltJob } from "./problem.ts";

await serveThread(async (module) => (job: XsltJob) => transform(module as WebAssembly.Module, job));
