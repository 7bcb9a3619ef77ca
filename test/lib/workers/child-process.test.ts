import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { convertMarkdown, markdownPart } from "../../../lib/engines/markdown/converters.ts";
import { isAlive } from "../../../lib/workers/child-process.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { inEmptyRoot, rootRefused } from "../../support/empty-root.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { print, stopEngines } from "../../support/print.ts";
import { browsersOf, childrenOf, isRunning } from "../../support/processes.ts";

before(async () => {
  for (const part of warmParts().values()) await part.start();
});
after(stopEngines);

/** Kills processes and returns when the kernel has done so; this process has had no chance to notice it. */
const killAtOnce = (pids: number[]): void => {
  assert.ok(pids.length > 0);
  for (const pid of pids.filter(isRunning)) process.kill(pid, "SIGKILL");
  while (pids.some(isRunning));
};

test("a process that has ended is known at once", async () => {
  const child = spawn("sleep", ["60"]);
  assert.equal(isAlive(child), true);
  killAtOnce([child.pid!]);
  assert.deepEqual([child.signalCode, isAlive(child)], [null, false]);
  await once(child, "exit");
  assert.equal(isAlive(child), false);
});

test("a program that does not exist is not alive", async () => {
  const child = spawn("/nowhere");
  assert.equal(isAlive(child), false);
  await once(child, "error");
});

test("without /proc the state that Node knows counts", (context) => {
  const refused = rootRefused();
  if (refused !== undefined) {
    console.warn(`NOT TESTED: a root without /proc: ${refused}`);
    return context.skip(refused);
  }
  const script = `
    import { spawn } from "node:child_process";
    import { once } from "node:events";
    import { isAlive } from ${JSON.stringify(join(import.meta.dirname, "../../../lib/workers/child-process.ts"))};
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
    const before = isAlive(child);
    child.kill("SIGKILL");
    await once(child, "exit");
    console.log(before, isAlive(child));`;
  assert.equal(inEmptyRoot(script), "true false\n");
});

const { signal } = new AbortController();
const pdf = textPdf("one page");

for (const [what, waiting, work] of [
  ["a browser", browsersOf, () => print({ html: "<p>x" })],
  ["a process that compresses", childrenOf, () => compressPdf.run({ bytes: pdf, quality: "low" }, signal)],
  ["a zygote", childrenOf, () => convertMarkdown("# x", signal)],
  ["a fork of a zygote", () => childrenOf().flatMap(childrenOf), () => convertMarkdown("# x", signal)],
] as const) {
  test(`no document fails after ${what} was killed while idle`, async () => {
    for (let round = 0; round < 5; round++) {
      await markdownPart.start();
      await work();
      killAtOnce(waiting());
      await work();
    }
  });
}
