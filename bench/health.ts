import { setTimeout as sleep } from "node:timers/promises";
import { browsersOf, zygoteOf } from "../test/support/processes.ts";
import { wholeService } from "../test/support/whole.ts";

/** How soon does `/health`, asked twenty times a second, report a frozen engine, and what does a question cost? Bar: 5 s. */
const service = await wholeService(1, { PLATEN_LOG: "off" });
const asked = async () => {
  const begun = performance.now();
  const reply = await fetch(`http://127.0.0.1:${service.port}/health`);
  await reply.arrayBuffer();
  return { status: reply.status, at: performance.now(), took: performance.now() - begun };
};

const well: number[] = [];
for (let count = 0; count < 20; count++) {
  well.push((await asked()).took);
  await sleep(1050);
}
console.log(`while all are well: ${well.sort((a, b) => a - b)[10]!.toFixed(1)} ms at the median`);

for (const [name, processes] of [
  ["the browser", () => browsersOf(service.pid).slice(-1)],
  ["LibreOffice", () => [zygoteOf(service.pid)!]],
] as const) {
  const frozen = processes();
  const begun = performance.now();
  for (const pid of frozen) process.kill(pid, "SIGSTOP");
  const told: number[] = [];
  const ask = async () => {
    const { status, at } = await asked();
    if (status === 503) told.push(at);
  };
  const questions: Promise<void>[] = [];
  while (told.length === 0 && questions.length < 400) {
    questions.push(ask());
    await sleep(50);
  }
  for (const pid of frozen) process.kill(pid, "SIGCONT");
  await Promise.all(questions);
  console.log(`${name} is frozen: told after ${((Math.min(...told) - begun) / 1000).toFixed(2)} s`);
  while ((await asked()).status !== 200) await sleep(200);
}
await service.stop();
