import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Mixed, mix, wrongWith } from "../support/mix.ts";
import { randomFrom } from "../support/random.ts";
import { resident } from "../support/resident.ts";
import { wholeService } from "../support/whole.ts";

/** Minutes for which the clients call every endpoint, while engines are killed at random. */
const MINUTES = Number(process.env["MINUTES"] ?? 1);
const [CLIENTS, ACCOUNTS, BETWEEN_KILLS] = [20, 300, 3000];
const service = await wholeService(ACCOUNTS, { PLATEN_LOG: "off", PLATEN_ENGINE_START: "ahead" });
const url = `http://127.0.0.1:${service.port}/v1`;
const random = randomFrom(9);
const requests = await mix();
const until = performance.now() + MINUTES * 60_000;

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
    try {
      const reference = request.ahead ? await put(request, key) : undefined;
      const [named, body] = reference ? [{ "X-Body-Ref": reference }, undefined] : [{}, request.body];
      const headers = { "X-API-Key": key, "Content-Type": request.type, ...named };
      const reply = await fetch(url + request.path, { method: "POST", headers, ...(body ? { body } : {}) });
      const answer = Buffer.from(await reply.arrayBuffer());
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
        return /dynoxide|store.door/.test(command) ? [] : [Number(name), ...children(Number(name))];
      } catch {
        return [];
      }
    });
  return children(service.pid);
};

const killer = async () => {
  while (performance.now() < until - 5000) {
    await sleep(BETWEEN_KILLS * (0.5 + random()));
    const running = engines();
    const pid = running[Math.floor(random() * running.length)];
    if (pid === undefined) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended in the meantime.
    }
  }
};

/** How often memory is more than this at the end, compared with the second quarter, is growth. */
const GROWTH_LIMIT = 1.25;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test("while engines are killed at random every answer is right or a proper error, memory stays flat and credits add up", async () => {
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(resident(service.pid).itself), 1000);
  await Promise.all([killer(), ...Array.from({ length: CLIENTS }, client)]);
  clearInterval(watch);
  let adrift = 0;
  for (const key of service.keys) {
    const headers = { "X-API-Key": key, "Content-Type": "application/json" };
    const reply = await fetch(`${url}/convert/html-to-pdf`, { method: "POST", headers, body: "{}" });
    await reply.arrayBuffer();
    const left = Number(reply.headers.get("x-credits-remaining"));
    if (left !== service.credits - (charged.get(key) ?? 0)) adrift++;
  }
  await service.stop();
  assert.deepEqual([...new Set(wrong)], []);
  assert.equal(adrift, 0, "accounts do not add up");
  const quarter = Math.floor(memory.length / 4);
  const growth = mean(memory.slice(-quarter)) / mean(memory.slice(quarter, 2 * quarter));
  assert.ok(growth < GROWTH_LIMIT, `memory of the server grew ${growth.toFixed(2)} times`);
});
