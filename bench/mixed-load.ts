import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "./support/load.ts";
import { type Mixed, mix, wrongWith } from "./support/mix.ts";
import { randomFrom } from "./support/random.ts";
import { resident } from "./support/resident.ts";
import { wholeService } from "./support/whole.ts";

/**
 * Twenty clients call every endpoint for ten minutes (or MINUTES), while engines are killed at random. Is every answer right
 * or a proper error, does memory stay flat, do the credits add up? Bars: no wrong answer, 10 %, exact credits.
 */
const MINUTES = Number(process.env["MINUTES"] ?? 10);
const [CLIENTS, ACCOUNTS, CREDITS, BETWEEN_KILLS] = [20, 300, 10_000, 3000];
const service = await wholeService(ACCOUNTS, { PLATEN_LOG: "off" });
const url = `http://127.0.0.1:${service.port}/v1`;
const random = randomFrom(9);
const requests = await mix();
const until = performance.now() + MINUTES * 60_000;

const times: number[] = [];
const counts = new Map<string, number>();
const wrong: string[] = [];
const charged = new Map<string, number>();
let asked = 0;

const put = async ({ body, type }: Mixed, key: string): Promise<string | undefined> => {
  const reply = await fetch(`${url}/uploads`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify({ contentType: type, contentLength: body.length }),
  });
  const grant = (await reply.json()) as { url: string; headers: Record<string, string>; uploadId: string };
  if (reply.status !== 200) return undefined;
  const taken = await fetch(grant.url, { method: "PUT", headers: grant.headers, body });
  await taken.arrayBuffer();
  return taken.status === 200 ? grant.uploadId : undefined;
};

const judge = async (request: Mixed, { status, headers }: Response, answer: Buffer): Promise<string | undefined> => {
  if (status === 200) return request.due[0] === 200 ? wrongWith(request, answer) : "200 for what is refused";
  const { error } = JSON.parse(answer.toString()) as { error: { code: string; message: string } };
  counts.set(`${status} ${error.code}`, (counts.get(`${status} ${error.code}`) ?? 0) + 1);
  if (headers.get("x-request-id") === null || headers.get("x-credits-used") !== "0") return "headers";
  if (status === request.due[0] && error.code === request.due[1]) return undefined;
  // A killed engine or many requests may cause these errors.
  const costs = ["500 PROCESSING_FAILED", "503 SERVICE_UNAVAILABLE"];
  return request.due[0] === 200 && costs.includes(`${status} ${error.code}`) ? undefined : `${status} ${error.code}`;
};

const client = async () => {
  while (performance.now() < until) {
    const request = requests[Math.floor(random() * requests.length)]!;
    const key = service.keys[asked++ % service.keys.length]!;
    const started = performance.now();
    try {
      const reference = request.ahead ? await put(request, key) : undefined;
      const [named, body] = reference ? [{ "X-Body-Ref": reference }, undefined] : [{}, request.body];
      const headers = { "X-API-Key": key, "Content-Type": request.type, ...named };
      const reply = await fetch(url + request.path, { method: "POST", headers, ...(body ? { body } : {}) });
      const answer = Buffer.from(await reply.arrayBuffer());
      times.push(performance.now() - started);
      charged.set(key, (charged.get(key) ?? 0) + Number(reply.headers.get("x-credits-used")));
      const problem = await judge(request, reply, answer);
      if (problem !== undefined) wrong.push(`${request.path}: ${problem}`);
    } catch (error) {
      wrong.push(`${request.path}: ${String(error)}`);
    }
  }
};

/** The processes of engines: everything that the service has started except its table. */
const engines = (): number[] => {
  const children = (parent: number): number[] =>
    readdirSync("/proc").flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/stat`, "utf8");
        if (Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]) !== parent) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
        return /dynoxide/.test(command) ? [] : [Number(name), ...children(Number(name))];
      } catch {
        return [];
      }
    });
  return children(service.pid);
};

let kills = 0;
const killer = async () => {
  while (performance.now() < until - 5000) {
    await sleep(BETWEEN_KILLS * (0.5 + random()));
    const running = engines();
    const pid = running[Math.floor(random() * running.length)];
    if (pid === undefined) continue;
    try {
      process.kill(pid, "SIGKILL");
      kills++;
    } catch {
      // The process has ended in the meantime.
    }
  }
};

const memory: { all: number; itself: number }[] = [];
const watch = setInterval(() => memory.push(resident(service.pid)), 1000);
await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);
clearInterval(watch);

let adrift = 0;
for (const key of service.keys) {
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const reply = await fetch(`${url}/convert/html-to-pdf`, { method: "POST", headers, body: "{}" });
  await reply.arrayBuffer();
  const left = Number(reply.headers.get("x-credits-remaining"));
  if (left !== CREDITS - (charged.get(key) ?? 0)) adrift++;
}
await service.stop();

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const quarter = Math.floor(memory.length / 4);
const growth = (of: "all" | "itself") => {
  const held = memory.map((moment) => moment[of]);
  const [early, late] = [mean(held.slice(quarter, 2 * quarter)), mean(held.slice(-quarter))];
  return `${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} in the last (${(late / early).toFixed(2)} times)`;
};
const total = [...charged.values()].reduce((sum, credits) => sum + credits, 0);
console.log(
  `${MINUTES} minutes, ${CLIENTS} clients, ${kills} engines killed: ${times.length} answers, ${(times.length / MINUTES / 60).toFixed(1)} a second, ` +
    `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms; ${wrong.length} wrong`,
);
console.log(`refusals: ${[...counts].map(([what, count]) => `${count} × ${what}`).join(", ")}`);
console.log(`memory of the server: ${growth("itself")}; with its engines: ${growth("all")}`);
console.log(`credits: ${total} charged in all; ${adrift} of ${ACCOUNTS} accounts do not add up`);
for (const problem of new Set(wrong.slice(0, 50))) console.log(`wrong: ${problem}`);
if (wrong.length > 0 || adrift > 0) process.exitCode = 1;
