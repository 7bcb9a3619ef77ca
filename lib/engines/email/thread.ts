// The thread in which messages are read.
import { serveThread } from "../../workers/serve-thread.ts";

serveThread(async () => (await import("./read.ts")).readEmail);
