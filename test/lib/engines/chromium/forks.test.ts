import "../../../support/fork-browsers.ts";

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { getPriority } from "node:os";
import { after, describe, test } from "node:test";
import { isConfined, walls } from "../../../../lib/confinement/walls.ts";
import type { Browser } from "../../../../lib/engines/chromium/browser.ts";
import { openDocument } from "../../../../lib/engines/chromium/open.ts";
import * as pool from "../../../../lib/engines/chromium/pool.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { asTurn, Turn } from "../../../../lib/turns/turn.ts";
import { parentOf } from "../../../../lib/workers/child-process.ts";
import { zygoteAddon } from "../../../../lib/workers/zygote-addon.ts";
import { hello, invoice } from "../../../support/documents.ts";
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

/** The kernel's numbers of files that two processes have in common (KCMP_FILE, `kcmp(2)`). */
const sharedFiles = (one: number, other: number): string[] => {
  const script =
    "my ($one, $other) = @ARGV; for (map { s/.*\\///r } glob '/proc/' . $one . '/fd/*') { print \"$_\\n\" if syscall(312, $one + 0, $other + 0, 0, $_ + 0, $_ + 0) == 0 }";
  return execFileSync("perl", ["-e", script, String(one), String(other)], { encoding: "utf8" })
    .split("\n")
    .slice(0, -1);
};

/** The files that a process shares as memory, by the numbers of their mappings' files. */
const writableShared = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/maps`, "utf8")
    .split("\n")
    .filter((line) => / .w.s /.test(line))
    .map((line) => line.split(/\s+/).slice(3, 5).join(" "));

/** The place of a thread's nice value behind its name in its `stat` file (field 19, `proc_pid_stat(5)`). */
const NICE_FIELD = 16;

const canFork = zygoteAddon() !== undefined && isConfined(walls());
const noWarmFork = !canFork && "browsers are forked on x86-64 Linux with all walls alone";

describe("browsers that are forked", { skip: noWarmFork }, () => {
  const ofAccount = <Result>(account: string, job: () => Promise<Result>) =>
    asTurn(new Turn(account, new Set<Turn>()), job);
  const take = (account: string): Promise<Browser> => ofAccount(account, () => pool.take(AbortSignal.timeout(600_000)));
  const release = (account: string, browser: Browser) => ofAccount(account, async () => pool.replaceSoon(browser));
  const isFork = ({ pid }: Browser): boolean => parentOf(pid) !== process.pid;

  /** Takes browsers for an account until one is a fork. */
  const takeFork = async (account: string): Promise<Browser> => {
    let browser = await take(account);
    await until(async () => {
      if (isFork(browser)) return true;
      await release(account, browser);
      browser = await take(account);
      return isFork(browser);
    });
    return browser;
  };

  test("print the same bytes as new ones", async () => {
    const digest = (pdf: Uint8Array) => createHash("sha256").update(pdf).digest("hex");
    for (const html of [hello, invoice(), SCRIPTS]) {
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

  test("share nothing with the browser that they are forked from, and nothing with each other", async () => {
    const [one, other] = [await takeFork("objects"), await takeFork("objects")];
    const zygote = parentOf(one.pid)!;
    assert.equal(parentOf(other.pid), zygote);
    for (const [first, second] of [
      [one.pid, zygote],
      [other.pid, zygote],
      [one.pid, other.pid],
    ] as const) {
      // These are /dev/null.
      assert.deepEqual(sharedFiles(first, second), ["0", "1", "2"]);
      const common = writableShared(first).filter((file) => writableShared(second).includes(file));
      assert.deepEqual(common, []);
    }
    assert.deepEqual(
      ["0", "1", "2"].map((number) => readlinkSync(`/proc/${one.pid}/fd/${number}`)),
      Array(3).fill("/dev/null"),
    );
    await Promise.all([one.kill(), other.kill()]);
  });

  test("have all threads of the browser that they are forked from, with their names, and sessions of their own", async () => {
    const browser = await takeFork("threads");
    const names = (pid: number): string[] =>
      readdirSync(`/proc/${pid}/task`)
        .map((id) => readFileSync(`/proc/${pid}/task/${id}/comm`, "utf8"))
        .sort();
    const zygote = names(parentOf(browser.pid)!);
    const lacking = (): string[] => {
      const own = names(browser.pid);
      return zygote.filter((name) => own.splice(own.indexOf(name) >>> 0, 1).length === 0);
    };
    // One thread of it makes the forks. A fork starts the others one by one.
    await until(() => lacking().length === 1);
    const [, , , , , session] = readFileSync(`/proc/${browser.pid}/stat`, "latin1").split(" ");
    assert.equal(Number(session), browser.pid);
    await browser.kill();
  });

  test("run at the priority of the service", async () => {
    const browser = await takeFork("priority");
    const priorities = (pid: number): string[] =>
      readdirSync(`/proc/${pid}/task`).flatMap((id) => {
        const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, "latin1");
        return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[NICE_FIELD] ?? [];
      });
    assert.deepEqual(new Set(priorities(browser.pid)), new Set([String(getPriority())]));
    await browser.kill();
  });

  test("are ended before the browsers that they are forked from when memory runs out", async () => {
    const browser = await takeFork("memory");
    const value = (pid: number): number => Number(readFileSync(`/proc/${pid}/oom_score_adj`, "latin1"));
    const [own, zygote, service] = [browser.pid, parentOf(browser.pid)!, process.pid].map(value);
    assert.ok(own! > zygote! && zygote! > service!, `${own}, ${zygote}, ${service}`);
    await browser.kill();
  });

  test("wait on one processor each, and long documents use all", async () => {
    const browser = await takeFork("processors");
    const allowed = (pid: number, id = pid): string =>
      /^Cpus_allowed:\s*(.*)$/m.exec(readFileSync(`/proc/${pid}/task/${id}/status`, "latin1"))![1]!;
    const zygote = allowed(parentOf(browser.pid)!);
    const isOne = (processors: string): boolean => Math.log2(Number(`0x${processors.replaceAll(",", "")}`)) % 1 === 0;
    await release("processors", await take("processors"));
    await until(() => browsersOf(parentOf(browser.pid)).some((pid) => pid !== browser.pid && isOne(allowed(pid))));
    const threads = () => readdirSync(`/proc/${browser.pid}/task`).map(Number);
    await until(() => threads().every((id) => allowed(browser.pid, id) === zygote));
    await browser.kill();
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
      await openDocument(browser, { html }, PLAIN_PAGE);
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
