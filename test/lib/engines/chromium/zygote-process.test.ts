import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { getPriority } from "node:os";
import { after, describe, test } from "node:test";
import { parentOf } from "../../../../lib/workers/child-process.ts";
import { notForked, release, take, takeFork } from "../../../support/fork-browsers.ts";
import { hugeCodeKilobytes, withoutHugePages } from "../../../support/huge-pages.ts";
import { stopEngines } from "../../../support/print.ts";
import { browsersOf } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

after(stopEngines);

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

describe("the processes of browsers that are forked", { skip: notForked }, () => {
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

  test("have code that documents use in huge pages", { skip: withoutHugePages() }, async () => {
    const browser = await takeFork("pages");
    assert.ok(hugeCodeKilobytes(browser.pid) > 0);
    assert.equal(hugeCodeKilobytes(browser.pid), hugeCodeKilobytes(parentOf(browser.pid)!));
    await browser.kill();
  });

  test("have the fonts of most documents from the beginning", async () => {
    const browser = await takeFork("fonts");
    const mapped = readFileSync(`/proc/${browser.pid}/maps`, "utf8");
    for (const font of ["OpenSans_400Regular", "OpenSans_700Bold", "LiberationMono-Regular", "LiberationSans-Regular"])
      assert.match(mapped, new RegExp(`/${font}\\.tt[fc]`));
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
});
