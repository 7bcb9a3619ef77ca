import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { test } from "node:test";
import { isConfined, walls } from "../../../../lib/confinement/walls.ts";
import * as pool from "../../../../lib/engines/chromium/pool.ts";
import { asTurn, Turn } from "../../../../lib/turns/turn.ts";
import { zygoteAddon } from "../../../../lib/workers/zygote-addon.ts";
import { invoice } from "../../../support/documents.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { browsersOf, identityOf, isRunning } from "../../../support/processes.ts";
import { randomFrom } from "../../../support/random.ts";
import { temp } from "../../../support/tight-settings.ts";
import { until } from "../../../support/until.ts";

const DOCUMENT_COUNT = Number(process.env["COUNT"] ?? 150);
const KILL_COUNT = Number(process.env["KILLS"] ?? 15);
const ACCOUNTS = ["one", "other", "third"];
const CLIENT_COUNT = 4;
const skip = (zygoteAddon() === undefined || !isConfined(walls())) && "browsers are not forked here";

/** The warm browsers that have forks now. */
const zygotes = (): number[] => browsersOf().filter((pid) => browsersOf(pid).length > 0);

const digestOf = ({ pdf }: { pdf: Uint8Array }): string =>
  Buffer.from(pdf)
    .toString("latin1")
    .replace(/\(D:\d{14}[^)]*\)/g, "");

test("documents are right while their warm browsers are killed at any moment, and no process is left", {
  skip,
}, async (context) => {
  const random = randomFrom(1);
  const html = invoice();
  const expected = digestOf(await print({ html }));
  await pool.start();
  await until(() => pool.startWay().way === "fork");
  const seen = new Map<number, string | undefined>();
  let [next, wrong, kills] = [0, 0, 0];
  const worker = async (): Promise<void> => {
    while (next < DOCUMENT_COUNT) {
      const account = ACCOUNTS[next++ % ACCOUNTS.length]!;
      const printed = await asTurn(new Turn(account, new Set()), () => print({ html }));
      if (digestOf(printed) !== expected) wrong++;
    }
  };
  const killer = async (): Promise<void> => {
    for (; kills < KILL_COUNT; kills++) {
      const from = next + Math.floor((random() * DOCUMENT_COUNT) / KILL_COUNT);
      await until(() => (next > from && zygotes().length > 0) || next >= DOCUMENT_COUNT, {
        intervalMs: 1 + random() * 9,
      });
      const alive = zygotes();
      for (const pid of browsersOf()) seen.set(pid, identityOf(pid));
      for (const pid of alive) for (const fork of browsersOf(pid)) seen.set(fork, identityOf(fork));
      const victim = alive[Math.floor(random() * alive.length)];
      if (victim === undefined) return;
      process.kill(victim, "SIGKILL");
    }
  };
  await Promise.all([killer(), ...Array.from({ length: CLIENT_COUNT }, worker)]);
  const starts = pool.starts();
  context.diagnostic(`${kills} kills, ${JSON.stringify(starts)}`);
  await stopEngines();
  assert.equal(wrong, 0);
  assert.ok(kills > KILL_COUNT / 2, `${kills} kills`);
  assert.ok(starts.fork > DOCUMENT_COUNT / 2, JSON.stringify(starts));
  assert.deepEqual(
    [...seen].filter(([pid, identity]) => isRunning(pid) && identityOf(pid) === identity),
    [],
  );
  assert.deepEqual([browsersOf(), readdirSync(temp)], [[], []]);
  rmSync(temp, { recursive: true });
});
