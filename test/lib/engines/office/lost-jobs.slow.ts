// It has to be imported before the settings are read.
import "../../../support/tight-settings.ts";

import assert from "node:assert/strict";
import { after, afterEach, suite, test } from "node:test";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { OWN_FAILURES } from "../../../../lib/errors/reasons.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { kill, resting, working } from "../../../support/office/job-files.ts";
import {
  assertNextIsPrinted,
  longDocument,
  nextDocument,
  stopAndRemove,
} from "../../../support/office/next-document.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { childrenOf, isRunning, zygoteOf } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

after(stopAndRemove);

suite("the next document is printed after a document", { skip: noOffice, concurrency: false }, () => {
  afterEach(assertNextIsPrinted);

  test("whose process is killed", async () => {
    await printWord(nextDocument);
    await resting();
    const work = printWord(longDocument);
    const spare = new Set(childrenOf(zygoteOf()));
    await working();
    kill([...spare, ...childrenOf(zygoteOf())]);
    await assert.rejects(work, { reason: "engine-crashed", message: /was killed/ });
  });

  test("that crashes LibreOffice, which is the fault of the document", async () => {
    await printWord(nextDocument);
    await resting();
    const work = printWord(longDocument);
    const refused = assert.rejects(work, {
      reason: "document-crashes-engine",
      message: /crashed LibreOffice \(signal 11\)/,
    });
    await working();
    kill(childrenOf(zygoteOf()), "SIGSEGV");
    await refused;
    assert.equal(OWN_FAILURES.has("document-crashes-engine"), false);
  });

  test("during which the zygote is killed, and which is printed by the next one", async () => {
    await resting();
    const work = printWord(longDocument);
    await working();
    const zygote = zygoteOf()!;
    const children = childrenOf(zygote);
    process.kill(zygote, "SIGKILL");
    assert.match(await textOf(await work), /Lorem ipsum/);
    assert.deepEqual([zygote, ...children].filter(isRunning), []);
  });

  test("during which two zygotes are killed", async () => {
    await resting();
    const work = printWord(longDocument);
    const refused = assert.rejects(work, { name: "EngineEnded", message: /while it converted/ });
    for (let count = 0; count < 2; count++) {
      await working();
      process.kill(zygoteOf()!, "SIGKILL");
      await resting();
    }
    await refused;
  });

  test("whose process is killed by its own id while the zygote does not respond", async () => {
    await printWord(nextDocument);
    await resting();
    const zygote = zygoteOf()!;
    const deadline = new Error("too late");
    const end = new AbortController();
    const refused = assert.rejects(wordToPdf.run({ bytes: longDocument }, end.signal), deadline);
    await working();
    const children = childrenOf(zygote);
    process.kill(zygote, "SIGSTOP");
    end.abort(deadline);
    // Only the job's own process ends: one that converts a warm-up document waits for the zygote.
    await until(() => !children.every(isRunning));
    process.kill(zygote, "SIGCONT");
    await refused;
    assert.equal(zygoteOf(), zygote);
  });

  test("during which the zygote does not respond, and is killed", async () => {
    await printWord(nextDocument);
    const zygote = zygoteOf()!;
    process.kill(zygote, "SIGSTOP");
    const deadline = new Error("too late");
    const end = new AbortController();
    setTimeout(() => end.abort(deadline), 300);
    await assert.rejects(wordToPdf.run({ bytes: nextDocument }, end.signal), deadline);
    await until(() => !isRunning(zygote));
  });
});
