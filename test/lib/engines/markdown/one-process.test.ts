import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { convertMarkdown, markdownPart } from "../../../../lib/engines/markdown/converters.ts";
import { childrenOf, commandLineOf } from "../../../support/processes.ts";

/** The zygote, and the processes that it has forked. */
const zygote = () => childrenOf().find((pid) => commandLineOf(pid).includes("markdown/converter.ts"))!;
const converters = () => childrenOf(zygote());
const signal = () => AbortSignal.timeout(600_000);

before(() => markdownPart.start());
after(() => markdownPart.stop());

test("a process that has read a document converts no other one", async () => {
  for (let count = 0; count < 4; count++) {
    const ready = converters();
    assert.ok(ready.length > 0);
    await convertMarkdown(`# Document ${count}`, signal());
    const ended = () => ready.filter((pid) => !converters().includes(pid));
    while (ended().length === 0) await sleep(10);
    assert.equal(ended().length, 1);
    while (converters().length < ready.length) await sleep(10); // the next one is started
  }
});

test("an answer to a health check takes no process", async () => {
  const ready = converters();
  await markdownPart.check();
  assert.deepEqual(converters(), ready);
});
