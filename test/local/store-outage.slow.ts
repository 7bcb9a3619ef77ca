import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { createTable, tableAt } from "../../lib/accounts/table.ts";
import { freePort } from "../../local/store/process.ts";
import { openStore } from "../../local/store.ts";
import { commandLineOf, descendantsOf } from "../support/processes.ts";
import { npmStart, ready } from "../support/program.ts";
import { STORE_KEY } from "../support/store-key.ts";

const TABLE = "outage";
const [INITIAL_CREDITS, ACCOUNTS, CLIENTS] = [200, 30, 6];
const DEADLINE_MS = 3000;
/** Milliseconds after which a change is no longer waited for. */
const TOLD_LIMIT_MS = 30_000;
/** Milliseconds after which every reservation that has not ended lapses. */
const LAPSED_AFTER_MS = DEADLINE_MS + 32_000;

const folder = await mkdtemp(join(tmpdir(), "platen-outage-"));
const port = await freePort();
let store = await openStore(folder, { port, key: STORE_KEY });
after(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
const table = tableAt(TABLE, store);
await createTable(table);

/** The process of the store, below the shell that supervises it. */
const storeProcess = (): number => {
  const isStore = (pid: number) => new RegExp(`^[^\0]*dynoxide\0.*${folder}`).test(commandLineOf(pid));
  return descendantsOf(process.pid).find(isStore)!;
};

/** Ways in which a store fails and comes back: it is stopped, or it is frozen, so that answers to writes get lost. */
const STOPPED = {
  end: () => store.close(),
  begin: async () => {
    store = await openStore(folder, { port, key: STORE_KEY });
  },
};
const FROZEN = {
  end: async () => process.kill(storeProcess(), "SIGSTOP"),
  begin: async () => process.kill(storeProcess(), "SIGCONT"),
};
const OUTAGES = [STOPPED, FROZEN, STOPPED];

/** What a request may fail for while the store is gone, or waits for it until its deadline. */
const PROPER_REASONS = ["store-unreachable", "rate-limit-exceeded", "service-busy", "out-of-time", "no-turn-in-time"];

interface Tally {
  charged: number;
  readonly wrong: string[];
  readonly statuses: Map<number, number>;
}

/** Calls the service again and again, and counts what the answers say. */
const load = async (url: string, keys: readonly string[], tally: Tally, isOver: () => boolean): Promise<void> => {
  for (let turn = 0; !isOver(); turn++) {
    const reply = await fetch(`${url}/convert/html-to-pdf`, {
      method: "POST",
      headers: { "X-API-Key": keys[turn % keys.length]!, "Content-Type": "application/json" },
      body: JSON.stringify({ html: `<p>${turn}` }),
    });
    const body = Buffer.from(await reply.arrayBuffer());
    tally.statuses.set(reply.status, (tally.statuses.get(reply.status) ?? 0) + 1);
    if (reply.status === 200) {
      tally.charged += Number(reply.headers.get("x-credits-used"));
      if (!/^%PDF-[\s\S]*%%EOF\s*$/.test(body.toString("latin1"))) tally.wrong.push("200 without a PDF");
      continue;
    }
    const { reason } = JSON.parse(body.toString()).error;
    if (!PROPER_REASONS.includes(reason)) tally.wrong.push(reason);
    if (reply.headers.get("x-credits-used") !== "0") tally.wrong.push("a charged failure");
    await sleep(50);
  }
};

/** Milliseconds until the condition holds; fails if it never does. */
const until = async (holds: () => Promise<boolean>): Promise<number> => {
  const startedAt = performance.now();
  while (!(await holds())) {
    assert.ok(performance.now() - startedAt < TOLD_LIMIT_MS, "it is never told");
    await sleep(20);
  }
  return performance.now() - startedAt;
};

test("a store that stops and starts under load is reported in health, metrics and log; no answer is wrong, credits add up", {
  timeout: 600_000,
}, async (context) => {
  const metricsPort = String(await freePort());
  const service = npmStart({
    PLATEN_TABLE: TABLE,
    PLATEN_DEADLINE_MS: String(DEADLINE_MS),
    PLATEN_METRICS_PORT: metricsPort,
    AWS_ENDPOINT_URL_DYNAMODB: store.endpoint,
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: STORE_KEY,
    AWS_SECRET_ACCESS_KEY: "local",
  });
  const { url } = await ready(service);
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => createAccount(table, INITIAL_CREDITS)));
  const keys = await Promise.all(accounts.map((account) => createKey(table, account!, "outage")));
  const health = async () => (await fetch(new URL("/health", url))).json() as Promise<{ store: string }>;
  const metric = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return /^platen_store_up (\d)$/m.exec(text)?.[1];
  };
  const logged = (text: string) => service.output.stderr.split(text).length - 1;

  const tally: Tally = { charged: 0, wrong: [], statuses: new Map() };
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, client) =>
    load(
      url,
      keys.filter((_key, at) => at % CLIENTS === client),
      tally,
      () => isOver,
    ),
  );
  let slowestMs = 0;
  for (const [outage, { end, begin }] of OUTAGES.entries()) {
    await sleep(2000);
    await end();
    const told = await Promise.all([
      until(async () => (await health()).store === "unreachable"),
      until(async () => (await metric()) === "0"),
      until(async () => logged('"reaching the store of the accounts"') === outage + 1),
    ]);
    slowestMs = Math.max(slowestMs, ...told);
    assert.equal((await fetch(new URL("/health", url))).status, 503);
    await sleep(1500);
    await begin();
    await until(async () => (await health()).store === "ok" && (await metric()) === "1");
  }
  await sleep(2000);
  isOver = true;
  await Promise.all(clients);
  context.diagnostic(`told after ${Math.round(slowestMs)} ms at the latest; ${JSON.stringify([...tally.statuses])}`);
  assert.deepEqual(tally.wrong, []);
  assert.ok((tally.statuses.get(200) ?? 0) > 0 && (tally.statuses.get(503) ?? 0) > 0);
  assert.match(service.output.stderr, /"event":"the store answers again","downMs":\d+/);

  // What a request has begun ends with the service; what it left reserved lapses later, without a further write.
  service.child.kill("SIGTERM");
  assert.equal(await service.ended, 0);
  const later = Date.now() + LAPSED_AFTER_MS;
  const usages = await Promise.all(accounts.map((account) => usageOf(table, account!, later)));
  const used = usages.reduce((sum, usage) => sum + usage.used, 0);
  assert.equal(used, tally.charged);
  for (const { credits, used, reserved } of usages) assert.deepEqual([credits + used, reserved], [INITIAL_CREDITS, 0]);
});
