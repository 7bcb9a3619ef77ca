import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { service } from "../test/support/empty/start.ts";
import { startClient } from "./support/client.ts";

/** How much memory does the server take while bodies of 100 MB and one byte arrive, and while 200 others trickle? Bar: flat. */
const { url, port, keys, pid, stop } = await service("ours");
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
const small = async () => {
  const reply = await fetch(`${url}/empty`, {
    method: "POST",
    headers: { "X-API-Key": keys[1]!, "Content-Type": "application/json" },
    body: '{"html":"x"}',
  });
  return reply.arrayBuffer();
};
await small();
const before = resident();

const folder = mkdtempSync(join("/dev/shm", "platen-large-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const client = startClient();
const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n';
const BODY_BYTES = 100 * 1024 * 1024;
for (const [what, size] of [
  ["100 MB and a byte", BODY_BYTES + 1],
  ["150 MB", 1.5 * BODY_BYTES],
] as const) {
  const body = join(folder, what);
  writeFileSync(body, Buffer.concat([Buffer.from(head), Buffer.alloc(size, 0x20), Buffer.from("\r\n--b--\r\n")]));
  const times: number[] = [];
  for (let i = 0; i < 10; i++) {
    const headers = { "X-API-Key": keys[10 + i]!, "Content-Type": "multipart/form-data; boundary=b" };
    const { status, began } = await client.send({ port, to: "POST /v1/form", headers, body });
    if (status !== 413) throw new Error(`answered ${status}`);
    times.push(began);
  }
  const middle = times.sort((a, b) => a - b)[5]!;
  console.log(
    `${what}: 413 after ${(1000 * middle).toFixed(0)} ms; ${(resident() - before).toFixed(0)} MB more than before`,
  );
}
client.stop();

const headOf = (key: string) =>
  `POST /v1/form HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000000\r\n\r\n`;
const sockets = Array.from({ length: 200 }, (_, i) => {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(headOf(keys[20 + i]!));
  return socket;
});
let cut = 0;
for (const socket of sockets) socket.once("data", () => cut++);
const drip = setInterval(() => {
  for (const socket of sockets) socket.write(" ");
}, 1000);
const started = performance.now();
let most = 0;
while (cut < sockets.length && performance.now() - started < 60_000) {
  most = Math.max(most, resident());
  await new Promise((resolve) => setTimeout(resolve, 250));
}
clearInterval(drip);
console.log(
  `200 bodies of a byte a second: ${cut} cut off after ${((performance.now() - started) / 1000).toFixed(0)} s; ${(most - before).toFixed(0)} MB more than before`,
);
for (const socket of sockets) socket.destroy();
stop();
