import "./allow-test-servers.ts";
import { once } from "node:events";
import { startTestService } from "./start-service.ts";

// The service of all test files of a run. It writes its address and its folder as JSON on stdout, and ends with its stdin.
process.on("SIGINT", () => undefined); // Ctrl-C ends the tests first.
const { stop, ...service } = await startTestService();
process.stdout.write(`${JSON.stringify(service)}\n`);
process.stdin.resume();
await once(process.stdin, "end");
await stop();
process.exit();
