import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { config } from "../../../../lib/config.ts";

import * as pool from "../../../../lib/engines/chromium/pool.ts";
import { browsersOf, isRunning } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

after(pool.stop);

/** The browsers, once exactly as many run as are kept ready. */
const rested = async (): Promise<number[]> => {
  for (let tries = 0; browsersOf().length !== config.browsers && tries < 3000; tries++) await sleep(50);
  return browsersOf();
};

test("jobs that are aborted before they get a browser start no further browsers, and leave the spares", async () => {
  await pool.start();
  await rested();
  let most = 0;
  for (let count = 0; count < 30; count++) {
    const gone = new Error("gone");
    const end = new AbortController();
    const taking = pool.take(end.signal);
    if (count % 3 === 0) await sleep(5);
    end.abort(gone);
    await taking.then(pool.discard, (error) => assert.equal(error, gone));
    most = Math.max(most, browsersOf().length);
  }
  assert.ok(most <= config.browsers + 2, `${most} browsers`);
  await pool.check();
  assert.equal((await rested()).length, config.browsers);
});

test("a spare browser that ends is replaced at the next health check", async () => {
  await pool.check();
  const [victim] = await rested();
  process.kill(victim!, "SIGKILL");
  while (isRunning(victim!)) await sleep(10);
  // A check fails as long as its end is not known here.
  const passes = () =>
    pool.check().then(
      () => true,
      () => false,
    );
  await until(passes);
  const now = await rested();
  assert.equal(now.length, config.browsers);
  assert.ok(!now.includes(victim!));
});

test("what the reaper kills is written where no browser can write", async () => {
  const browser = await pool.take(new AbortController().signal);
  assert.deepEqual(
    readdirSync(browser.home).filter((name) => name === "pid"),
    [],
  );
  assert.equal(readFileSync(`${browser.home}.pid`, "utf8"), String(browser.pid));
  await pool.discard(browser);
  assert.equal(existsSync(`${browser.home}.pid`), false);
});
