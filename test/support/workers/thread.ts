import { serveThread } from "../../../lib/workers/serve-thread.ts";
import { work } from "./work.ts";

await serveThread(async () => work);
