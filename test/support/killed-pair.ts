import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, toAccount } from "../../lib/accounts/account.ts";
import { createAccount, usageOf } from "../../lib/accounts/operator/credits.ts";
import { createKey } from "../../lib/accounts/operator/keys.ts";
import { freePort } from "../../local/store/process.ts";
import { startKilledServer } from "./killed-server.ts";
import { endpointUrl, table } from "./table.ts";

/** Milliseconds between two requests of a caller whom no server answers. */
const ASK_INTERVAL_MS = 300;

/** A page that takes so long that many of its jobs are killed. */
export const SLOW_PAGE = {
  html: "<p>slow</p><script>setTimeout(() => { window.isReady = true; }, 700)</script>",
  options: { waitForExpression: "window.isReady === true" },
};

/** Two servers with the table of the test file and one data folder, which a test kills. They end with the test file. */
interface KilledPair {
  readonly data: string;
  readonly ports: readonly number[];
  /** Kills servers, by their places, and starts them again. */
  restart(...places: readonly number[]): Promise<void>;
  /** Asks one server after the other until one answers with success, and returns what its JSON holds. */
  ask<Answer>(key: string, path: string, init?: RequestInit): Promise<Answer>;
}

/** Starts two servers. `settings` are those that the pair does not make itself. */
export const startKilledPair = async (settings: Readonly<Record<string, string>> = {}): Promise<KilledPair> => {
  const folder = mkdtempSync(join(tmpdir(), "platen-kills-"));
  const data = join(folder, "data");
  const ports = [await freePort(), await freePort()];
  const running = new Map<number, ChildProcess>();
  const start = async (place: number): Promise<void> => {
    const own = { PORT: String(ports[place]), PLATEN_DATA: data, PLATEN_TABLE: table.name };
    const server = await startKilledServer({ ...own, AWS_ENDPOINT_URL_DYNAMODB: endpointUrl, ...settings });
    running.set(place, server);
  };
  const kill = async (place: number): Promise<void> => {
    const server = running.get(place);
    running.delete(place);
    server?.kill("SIGKILL");
    if (server !== undefined) await once(server, "exit");
  };
  after(async () => {
    for (const place of ports.keys()) await kill(place);
    rmSync(folder, { recursive: true, force: true });
  });
  await Promise.all([...ports.keys()].map(start));
  return {
    data,
    ports,
    restart: async (...places) => {
      for (const place of places) await kill(place);
      await Promise.all(places.map(start));
    },
    ask: async <Answer>(key: string, path: string, init: RequestInit = {}) => {
      for (let attempt = 0; ; attempt++) {
        const headers = { "X-API-Key": key, ...(init.headers as Record<string, string>) };
        const address = `http://127.0.0.1:${ports[attempt % ports.length]}/v1${path}`;
        const reply = await fetch(address, { ...init, headers }).catch(() => undefined);
        const answer = reply?.ok ? await reply.json().catch(() => undefined) : undefined;
        if (answer !== undefined) return answer as Answer;
        await sleep(ASK_INTERVAL_MS);
      }
    },
  };
};

/** New accounts with these credits, each with a key. */
export const newAccounts = (
  count: number,
  credits: number,
): Promise<{ readonly account: string; readonly key: string }[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const account = (await createAccount(table, credits))!;
      return { account, key: await createKey(table, account, "kills") };
    }),
  );

/** Asserts that an account has paid for what it has used, and nothing of it is reserved or open. */
export const assertSettled = async (account: string, credits: number, used: number): Promise<void> => {
  assert.deepEqual(await usageOf(table, account), { account, credits: credits - used, used, reserved: 0 });
  const { Item } = await table.db.send(new GetItemCommand({ TableName: table.name, Key: accountKey(account) }));
  assert.deepEqual(toAccount(Item!).jobs, { count: 0, credits: 0, bytes: 0 });
};
