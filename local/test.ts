import { spawn } from "node:child_process";
import { once } from "node:events";
import { printMessage, reasonOf } from "./messages.ts";
import { prepare } from "./prepare.ts";

// Sets the machine up and runs all tests, or the test files that are named.
try {
  await prepare();
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
const named = process.argv.slice(2);
const files = named.length > 0 ? named : ["test/**/*.test.ts"];
// Two files at a time on any machine: each file starts a service with its own browsers.
const child = spawn(process.execPath, ["--test", "--test-concurrency=2", ...files], {
  stdio: "inherit",
  env: { PLATEN_LOG: "off", ...process.env },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, "close");
process.exitCode = code ?? 1;
