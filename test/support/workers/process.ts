import { serveProcess } from "../../../lib/workers/serve-process.ts";
import { work } from "./work.ts";

serveProcess(({ head, body }: { head: string; body: Uint8Array }) => ({ head: work(head), body: [body] }));
