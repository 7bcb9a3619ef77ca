import "../../../support/own-service.ts";

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { isConfined, walls } from "../../../../lib/confinement/walls.ts";
import { startBrowserZygote } from "../../../../lib/engines/chromium/browser.ts";
import { WarmBrowser } from "../../../../lib/engines/chromium/warm-browser.ts";
import { zygoteAddon } from "../../../../lib/workers/zygote-addon.ts";
import { stopEngines } from "../../../support/print.ts";
import { isRunning } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

const HOUR_MS = 3_600_000;

const skip = (zygoteAddon() === undefined || !isConfined(walls())) && "browsers are not forked here";

describe("a warm browser", { skip }, () => {
  after(stopEngines);

  test("that has served its number of documents takes no more, and ends after the last of them", async () => {
    const warm = new WarmBrowser(await startBrowserZygote(zygoteAddon()!), { lifetimeMs: HOUR_MS, documents: 4 });
    const forks = [await warm.take(), await warm.take()];
    assert.equal(warm.isWorn, false);
    forks.push(await warm.take());
    assert.deepEqual([warm.isWorn, warm.isRetired], [true, false], "it is time for another one");
    forks.push(await warm.take());
    assert.equal(warm.isRetired, true);
    for (const { session } of forks)
      assert.equal((await session.send("Runtime.evaluate", { expression: "6 * 7" })).result.value, 42);
    for (const { kill } of forks.slice(1)) await kill();
    assert.ok(isRunning(warm.pid));
    await forks[0]!.kill();
    await warm.ended;
  });

  test("whose time is over ends with the forks that wait", async () => {
    const zygote = await startBrowserZygote(zygoteAddon()!);
    const waiting: Promise<{ pid: number }>[] = [];
    const fork = (isAhead?: boolean) => {
      const forked = zygote.fork(isAhead);
      waiting.push(forked);
      return forked;
    };
    const warm = new WarmBrowser({ ...zygote, fork }, { lifetimeMs: 1, documents: 1000 });
    warm.keepWaiting(2);
    await warm.ended;
    assert.equal(warm.isRetired, true);
    const pids = (await Promise.allSettled(waiting)).flatMap((each) =>
      each.status === "fulfilled" ? [each.value.pid] : [],
    );
    await until(() => pids.every((pid) => !isRunning(pid)));
    await assert.rejects(warm.take(), /The zygote has ended/);
  });

  test("forks ahead as many as are wanted, each for one document", async () => {
    const warm = new WarmBrowser(await startBrowserZygote(zygoteAddon()!));
    warm.keepWaiting(2);
    const forks = [await warm.take(), await warm.take(), await warm.take()];
    assert.equal(new Set(forks.map(({ pid }) => pid)).size, 3);
    await warm.end();
    for (const { kill } of forks) await kill();
    // A process that is killed runs until it gets a processor once more.
    await until(() => !forks.some(({ pid }) => isRunning(pid)));
  });
});
