import { serveThread } from "../../../lib/workers/serve-thread.ts";
import { work } from "./work.ts";

serveThread(async () => work);
