import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { convertMarkdown, markdownPart } from "../../../../lib/engines/markdown/converters.ts";
import { asTurn, Turn } from "../../../../lib/turns/turn.ts";
import { childrenOf, commandLineOf } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

/** The zygote, and the processes that it has forked. */
const zygote = () => childrenOf().find((pid) => commandLineOf(pid).includes("markdown/converter.ts"))!;
const converters = () => childrenOf(zygote());
const signal = () => AbortSignal.timeout(600_000);

before(() => markdownPart.start());
after(() => markdownPart.stop());

test("a process that has read a document of no account converts no other one", async () => {
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

test("a process that has read a document of an account converts further ones of that account alone", async () => {
  const ready = converters().length;
  const convert = (account: string) =>
    asTurn(new Turn(account, new Set()), () => convertMarkdown("# Document", signal()));
  await convert("one");
  // One that takes the place of the process that the account has now is started.
  await until(() => converters().length === ready + 1);
  const ofOne = converters();
  for (let count = 0; count < 3; count++) await convert("one");
  assert.deepEqual(converters(), ofOne);
  await convert("other");
  await until(() => converters().length === ready + 2);
  assert.deepEqual(
    ofOne.filter((pid) => !converters().includes(pid)),
    [],
  );
});

test("an answer to a health check takes no process", async () => {
  const ready = converters();
  await markdownPart.check();
  assert.deepEqual(converters(), ready);
});
