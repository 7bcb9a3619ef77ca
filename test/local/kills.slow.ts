import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, toAccount } from "../../lib/accounts/account.ts";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { createTable, tableAt } from "../../lib/accounts/table.ts";
import { usageOn, utcDay } from "../../lib/accounts/usage.ts";
import { freePort } from "../../local/store/process.ts";
import { openStore } from "../../local/store.ts";
import { mergeForm, startKilledServer } from "../support/killed-server.ts";
import { randomFrom } from "../support/random.ts";
import { STORE_KEY } from "../support/store-key.ts";

/** How often the server is killed, while clients repeat each request with its Idempotency-Key until it has succeeded. */
const KILL_COUNT = Number(process.env["KILLS"] ?? 10);
const ACCOUNT_COUNT = 40;
const CREDITS = 5000;
const LIFE_LIMIT_MS = 1500;
const DEADLINE_MS = 3000;

const folder = mkdtempSync(join(tmpdir(), "platen-kills-"));
const store = await openStore(folder, { key: STORE_KEY });
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
const table = tableAt("kills", store);
await createTable(table);
const accounts = await Promise.all(
  Array.from({ length: ACCOUNT_COUNT }, async () => {
    const account = (await createAccount(table, CREDITS))!;
    return { account, key: await createKey(table, account, "kills"), served: 0 };
  }),
);
const port = await freePort();
const temp = join(folder, "temp");
mkdirSync(temp);
const start = (): Promise<ChildProcess> =>
  startKilledServer({
    PORT: String(port),
    PLATEN_DATA: join(folder, "data"),
    PLATEN_TEMP: temp,
    PLATEN_TABLE: table.name,
    PLATEN_DEADLINE_MS: String(DEADLINE_MS),
    AWS_ENDPOINT_URL_DYNAMODB: store.endpoint,
  });

/** Sends a request once; whether it has succeeded. */
const attempt = async (key: string, idempotencyKey: string): Promise<boolean> => {
  try {
    const headers = { "X-API-Key": key, "Idempotency-Key": idempotencyKey };
    const reply = await fetch(`http://127.0.0.1:${port}/v1/pdf/merge`, { method: "POST", headers, body: mergeForm() });
    await reply.arrayBuffer();
    return reply.status === 200;
  } catch {
    return false;
  }
};

/** The requests that an account's usage counts. Each costs one credit. */
const countedCalls = async (account: string): Promise<number> => {
  const { Item } = await table.db.send(new GetItemCommand({ TableName: table.name, Key: accountKey(account) }));
  return usageOn(toAccount(Item!).usage, utcDay(Date.now())).total.calls;
};

let isOver = false as boolean;
const client = async (of: (typeof accounts)[number]): Promise<void> => {
  while (!isOver) {
    const idempotencyKey = randomUUID();
    while (!(await attempt(of.key, idempotencyKey))) await sleep(500);
    of.served++;
    await sleep(100);
  }
};

const random = randomFrom(3);

test("each key that got a 200 is charged once, and balances and counted usage add up, however often the server is killed", async () => {
  let server = await start();
  const clients = accounts.map(client);
  for (let kill = 0; kill < KILL_COUNT; kill++) {
    await sleep(random() * LIFE_LIMIT_MS);
    server.kill("SIGKILL");
    await once(server, "exit");
    server = await start();
  }
  isOver = true;
  await Promise.all(clients);
  const found = { servedTwice: 0, lost: 0, missing: 0, miscounted: 0 };
  let served = 0;
  for (const { account, served: due } of accounts) {
    const { used, credits, reserved } = await usageOf(table, account);
    served += due;
    found.servedTwice += Math.max(0, used - due);
    found.lost += Math.max(0, due - used);
    found.missing += Math.abs(CREDITS - used - credits - reserved);
    found.miscounted += Math.abs(used - (await countedCalls(account)));
  }
  server.kill("SIGTERM");
  await once(server, "exit");
  assert.deepEqual(found, { servedTwice: 0, lost: 0, missing: 0, miscounted: 0 });
  assert.ok(served > 0);
  assert.deepEqual(readdirSync(temp), [], "temp folders of killed servers");
});
