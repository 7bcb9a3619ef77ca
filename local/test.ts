import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { printMessage, reasonOf } from "./messages.ts";
import { prepare } from "./prepare.ts";

// Sets the machine up and runs the fast tests, the slow ones (--slow), or the test files that are named, with the options of Node's
// runner that are given.
try {
  await prepare();
} catch (error) {
  printMessage(reasonOf(error));
  process.exit(1);
}
const FAST_TESTS = "test/**/*.test.ts";
const SLOW_TESTS = "test/**/*.slow.ts";
const SLOW_LANE_OPTION = "--slow";
const { options = [], files = [] } = Object.groupBy(
  process.argv.slice(2).filter((argument) => argument !== SLOW_LANE_OPTION),
  (argument) => (argument.startsWith("--") ? "options" : "files"),
);
const lane = process.argv.includes(SLOW_LANE_OPTION) ? SLOW_TESTS : FAST_TESTS;
// Each test file is a process, which compiles half a second of code without the cache.
const NODE_COMPILE_CACHE = fileURLToPath(new URL("../.cache/compiled", import.meta.url));
/** A service that a test starts for itself gets few documents, and needs few engines. */
const PLATEN_ENGINE_START = "on-demand";
const environment = { PLATEN_LOG: "off", PLATEN_ENGINE_START, NODE_COMPILE_CACHE, ...process.env };

/** The time of a request: on a machine that does ten other things, the default is too short for the largest documents of the tests. */
const DEADLINE_MS = 600_000;

/** Starts the service that all files of a run use. Returns its address and folder as text, and what ends it. */
const startSharedService = async () => {
  const child = spawn(process.execPath, ["test/support/shared-service.ts"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...environment, PLATEN_ENGINE_START: "ahead", PLATEN_DEADLINE_MS: String(DEADLINE_MS) },
  });
  const ended = once(child, "close");
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
  if (typeof line !== "string") throw new Error(`the service of the tests ended with ${line}`);
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { line, stop };
};

// A file that is run by itself starts its own service.
const shared = files.length !== 1 ? await startSharedService() : undefined;
// A few files at a time on any machine: some start a service with its own browsers, and some only wait, most of all slow ones.
const FILES_AT_ONCE = lane === SLOW_TESTS ? 4 : 3;
const child = spawn(
  process.execPath,
  ["--test", `--test-concurrency=${FILES_AT_ONCE}`, ...options, ...(files.length > 0 ? files : [lane])],
  {
    stdio: "inherit",
    env: { ...environment, ...(shared && { TEST_SERVICE: shared.line }) },
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const [code] = await once(child, "close");
await shared?.stop();
process.exitCode = code ?? 1;
