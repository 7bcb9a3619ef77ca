// The thread in which tables are written: a large one takes seconds, in which the server goes on answering.
import { serveThread } from "../../workers/serve-thread.ts";

await serveThread(async () => (await import("./write.ts")).writeTable);
