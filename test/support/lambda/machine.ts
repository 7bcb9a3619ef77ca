// The machine of a function, in a separate root and network. Its ports on loopback lead to Unix sockets of the outside. It
// reads the environment of the function from stdin as a line of JSON, and starts the function. A line `reset` kills all of its
// processes and starts it again, with what is in /tmp.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";

for (const [port, socket] of [
  [9001, "/run/outside/runtime.sock"],
  [9002, "/run/outside/table.sock"],
  [9003, "/run/outside/s3.sock"],
  [9004, "/run/outside/sqs.sock"],
  [9005, "/run/outside/receiver.sock"],
] as const) {
  const server = createServer((inner) => {
    const outer = connect(socket);
    inner.pipe(outer).pipe(inner);
    for (const end of [inner, outer]) {
      end.on("error", () => {
        inner.destroy();
        outer.destroy();
      });
    }
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
}

process.stdout.write("ready\n");
const lines = createInterface({ input: process.stdin });
const [line] = await once(lines, "line");
const EVERYTHING_ELSE = -1;
/** The user of a function has no capability. */
const WITHOUT_CAPABILITIES = ["--bounding-set=-all", "--inh-caps=-all"];
let child: ChildProcess;
const start = () => {
  const started = spawn("/bin/setpriv", [...WITHOUT_CAPABILITIES, process.execPath, "/var/runtime/bootstrap.mjs"], {
    env: JSON.parse(line as string),
    cwd: "/var/task",
    stdio: ["ignore", "inherit", "inherit"],
  });
  started.once("exit", () => {
    if (child === started) process.exit(1);
  });
  return started;
};
child = start();
lines.on("line", () => {
  // This process is the first one of its namespace, so that these are all others in it.
  process.kill(EVERYTHING_ELSE, "SIGKILL");
  process.stdout.write("reset\n");
  child = start();
});
