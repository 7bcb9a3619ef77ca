import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { discard, take } from "../../../lib/engines/chromium/pool.ts";
import { markdownPart } from "../../../lib/engines/markdown/converters.ts";
import { zygote } from "../../../lib/engines/office/zygote-supervisor.ts";
import { noOffice } from "../../support/office/engine.ts";
import { stopEngines } from "../../support/print.ts";
import { childrenOf } from "../../support/processes.ts";

after(stopEngines);
const { signal } = new AbortController();
const scoreOf = (pid: number): number => Number(readFileSync(`/proc/${pid}/oom_score_adj`, "latin1"));

test("when memory runs out, the kernel ends the browser and the converter of Markdown before the server", async () => {
  const browser = await take(signal);
  assert.equal(scoreOf(browser.pid), 1000);
  await discard(browser);
  await markdownPart.start();
  after(markdownPart.stop);
  const scores = childrenOf(process.pid).map(scoreOf);
  assert.ok(scores.includes(1000) && scoreOf(process.pid) < 1000, scores.join());
});

test("when memory runs out, the kernel ends LibreOffice before the server", { skip: noOffice }, async () =>
  assert.equal(scoreOf((await zygote()).pid), 1000),
);
