import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, test } from "node:test";
import type { Browser } from "../../../../lib/engines/chromium/browser.ts";
import { openPage } from "../../../../lib/engines/chromium/open.ts";
import * as pool from "../../../../lib/engines/chromium/pool.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { parentOf } from "../../../../lib/workers/child-process.ts";
import { hello, invoice } from "../../../support/documents.ts";
import { isFork, notForked, ofAccount, release, take, takeFork } from "../../../support/fork-browsers.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { browsersOf, isRunning } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

after(stopEngines);

/** What its scripts write has places of its own, because the order in which they end is not fixed. */
const SCRIPTS = `<!doctype html><title>Scripts</title><canvas id=c width=90 height=60></canvas><p id=one></p><p id=two></p><p id=three></p><script>
const worker = new Worker(URL.createObjectURL(new Blob(["onmessage = ({data}) => postMessage(data * 2)"])));
worker.onmessage = ({data}) => { one.textContent = data; };
worker.postMessage(21);
c.getContext("2d").fillRect(5, 5, 50, 30);
setTimeout(() => { two.textContent = "later"; }, 700);
requestAnimationFrame(() => { three.textContent = "frame"; });
</script>`;

/** The PDF has the numbers that the browser gives the nodes of table headers. */
const HEADERS =
  "<!doctype html><title>Headers</title><table><tr><th scope=col>One<th scope=col>Two<tr><th scope=row>1<td>2</table>";

describe("browsers that are forked", { skip: notForked }, () => {
  test("print the same bytes as new ones", async () => {
    const digest = (pdf: Uint8Array) => createHash("sha256").update(pdf).digest("hex");
    for (const html of [hello, invoice(), SCRIPTS, HEADERS]) {
      const { pdf: byNew } = await print({ html });
      await (await takeFork("same")).kill();
      const before = pool.starts();
      const { pdf: byFork } = await ofAccount("same", () => print({ html }));
      assert.equal(pool.starts().fork, before.fork + 1);
      assert.equal(digest(byFork), digest(byNew));
    }
  });

  test("are possible here: the browser has no kernel object of an unknown kind, and a fork prints what it prints", async () => {
    await pool.start();
    await until(() => pool.startWay().because !== "not-tested");
    assert.deepEqual(pool.startWay(), { way: "fork" });
  });

  test("have a time that begins with their documents, and random numbers of their own", async () => {
    const html =
      "<iframe srcdoc='<p>x'></iframe><script>document.title = JSON.stringify([performance.now(), performance.timeOrigin, Math.random(), frames[0].Math.random()])</script>";
    const random: number[] = [];
    for (const _ of [1, 2]) {
      const browser = await takeFork("time");
      const read = async (expression: string) =>
        (await browser.session.send("Runtime.evaluate", { expression })).result.value;
      const before = await read("performance.timeOrigin + performance.now()");
      await openPage(browser, { html }, PLAIN_PAGE);
      const [now, origin, ...chance] = JSON.parse(await read("document.title")) as [number, number, ...number[]];
      assert.ok(now >= 0 && origin >= before, `${now}, ${origin}, ${before}`);
      random.push(...chance);
      await browser.kill();
    }
    assert.equal(new Set(random).size, random.length);
    assert.ok(random.every((number) => number >= 0 && number < 1));
  });

  test("serve one account: another one has another warm browser", async () => {
    const [one, other] = [await takeFork("one"), await takeFork("other")];
    assert.notEqual(parentOf(one.pid), parentOf(other.pid));
    await Promise.all([one.kill(), other.kill()]);
  });

  test("are not made for an account's first document", async () => {
    const browser = await take("new");
    assert.equal(isFork(browser), false);
    await browser.kill();
  });

  test("end alone: the others of the same account go on", async () => {
    const [victim, other] = [await takeFork("victim"), await takeFork("victim")];
    process.kill(victim.pid, "SIGKILL");
    await assert.rejects(victim.failed);
    const { result } = await other.session.send("Runtime.evaluate", { expression: "6 * 7" });
    assert.equal(result.value, 42);
    await Promise.all([victim.kill(), other.kill()]);
  });

  test("whose warm browser is killed end with it, and their documents are printed once more", async () => {
    await (await takeFork("again")).kill();
    const html = "<script>for (const end = performance.now() + 1500; performance.now() < end; );</script><p>Printed";
    const forks = pool.starts().fork;
    const printing = ofAccount("again", () => print({ html }));
    await until(() => pool.starts().fork > forks);
    const zygotes = browsersOf().filter((pid) => browsersOf(pid).length > 0);
    for (const zygote of zygotes) process.kill(zygote, "SIGKILL");
    const { pdf } = await printing;
    assert.ok(pdf.length > 1000);
  });

  test("whose warm browser is killed are forked from another one, which is started at once", async () => {
    const browser = await takeFork("replaced");
    const zygote = parentOf(browser.pid)!;
    const others = new Set(browsersOf());
    process.kill(zygote, "SIGKILL");
    await until(() => browsersOf().some((pid) => !others.has(pid) && browsersOf(pid).length > 0));
    await browser.kill();
  });

  test("that are not made in time are replaced by new browsers", async () => {
    const fork = await takeFork("frozen");
    const zygote = parentOf(fork.pid)!;
    await fork.kill();
    process.kill(zygote, "SIGSTOP");
    const before = pool.starts().fallback;
    const taken: Browser[] = [];
    // Forks that have been waiting come first.
    do taken.push(await take("frozen"));
    while (isFork(taken.at(-1)!));
    assert.equal(pool.starts().fallback, before + 1);
    process.kill(zygote, "SIGCONT");
    await Promise.all(taken.map(({ kill }) => kill()));
  });

  test("leave no process when the pool stops", async () => {
    const browser = await takeFork("last");
    const pids = [browser.pid, parentOf(browser.pid)!];
    await release("last", browser);
    await pool.stop();
    assert.deepEqual(pids.filter(isRunning), []);
    assert.deepEqual(browsersOf(), []);
  });
});
