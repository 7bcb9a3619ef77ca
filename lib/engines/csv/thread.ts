// The thread in which tables are written. A large table takes seconds; meanwhile the server continues to answer.
import { serveThread } from "../../workers/serve-thread.ts";

serveThread(async () => (await import("./csv-document.ts")).writeTable);
