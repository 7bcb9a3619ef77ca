import { after, before, test } from "node:test";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { convertMarkdown, markdownPart } from "../../../lib/engines/markdown/converters.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { print, stopEngines } from "../../support/print.ts";
import { browsersOf, childrenOf, isRunning } from "../../support/processes.ts";
import { until } from "../../support/until.ts";

before(async () => {
  for (const part of warmParts().values()) await part.start();
});
after(stopEngines);

/** Kills processes and returns when the kernel has done so; this process has had no chance to notice it. */
const killAtOnce = (pids: number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself, as a fork does whose document is done.
    }
  }
  while (pids.some(isRunning));
};

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
      await until(() => waiting().length > 0);
      killAtOnce(waiting());
      await work();
    }
  });
}
