// The thread in which documents become PDF/A.
import { serveThread } from "../../workers/serve-thread.ts";

serveThread(async () => (await import("./archive.ts")).writePdfA);
