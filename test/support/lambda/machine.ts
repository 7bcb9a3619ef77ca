// The machine that a function runs on, in a root and a network of its own: what listens here on its loopback is outside,
// behind Unix sockets. Reads from stdin the environment of the function in a line of JSON, and starts it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { createInterface } from "node:readline";

for (const [port, socket] of [
  [9001, "/run/outside/runtime.sock"],
  [9002, "/run/outside/table.sock"],
  [9003, "/run/outside/s3.sock"],
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
const child = spawn(process.execPath, ["/var/runtime/bootstrap.ts"], {
  env: JSON.parse(line as string),
  cwd: "/var/task",
  stdio: ["ignore", "inherit", "inherit"],
});
await once(child, "close");
process.exit(1);
