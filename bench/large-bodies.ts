import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { service } from "./support/beside.ts";

/** What does the server hold while bodies of 100 MB and a byte come in, and while 200 others trickle? Bar: flat. */
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

const large = new FormData();
large.append("file", new Blob([Buffer.alloc(100 * 1024 * 1024 + 1, 0x20)]), "large");
const times: number[] = [];
for (let i = 0; i < 10; i++) {
  const started = performance.now();
  const reply = await fetch(`${url}/form`, {
    method: "POST",
    headers: { "X-API-Key": keys[10 + i]! },
    body: large,
  });
  if (reply.status !== 413) throw new Error(`answered ${reply.status}`);
  await reply.arrayBuffer();
  times.push(performance.now() - started);
}
console.log(
  `100 MB + 1 byte: 413 after ${times.sort((a, b) => a - b)[5]!.toFixed(0)} ms at the median; ${(resident() - before).toFixed(0)} MB more than before`,
);

const head = (key: string) =>
  `POST /v1/form HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`;
const sockets = Array.from({ length: 200 }, (_, i) => {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(head(keys[20 + i]!));
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
