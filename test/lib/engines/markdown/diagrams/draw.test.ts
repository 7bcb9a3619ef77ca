import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as pool from "../../../../../lib/engines/chromium/pool.ts";
import { drawDiagrams } from "../../../../../lib/engines/markdown/diagrams/draw.ts";
import { parentOf } from "../../../../../lib/workers/child-process.ts";
import { notForked, ofAccount, takeFork } from "../../../../support/fork-browsers.ts";
import { stopEngines } from "../../../../support/print.ts";
import { browsersOf } from "../../../../support/processes.ts";
import { until } from "../../../../support/until.ts";

after(stopEngines);

const SOURCES = ["eins", "zwei", "drei"].map((label) => `flowchart TD\n A[${label}] --> B{Wer?}`);

test("diagrams are the same if the warm browser ends whose fork draws them", { skip: notForked }, async () => {
  const expected = await drawDiagrams(SOURCES, AbortSignal.timeout(600_000));
  const fork = await takeFork("diagrams");
  const zygote = parentOf(fork.pid)!;
  await fork.kill();
  const before = pool.starts();
  const drawing = ofAccount("diagrams", () => drawDiagrams(SOURCES, AbortSignal.timeout(600_000)));
  await until(() => pool.starts().fork > before.fork && browsersOf(zygote).length > 0);
  process.kill(zygote, "SIGKILL");
  assert.deepEqual(await drawing, expected);
  assert.equal(pool.starts().fallback, before.fallback + 1);
});
