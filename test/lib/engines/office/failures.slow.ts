// It has to be imported before the settings are read.
import "../../../support/tight-settings.ts";

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { docx, paragraph } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { files, kill, left, working } from "../../../support/office/job-files.ts";
import {
  assertNextIsPrinted,
  longDocument,
  nextDocument,
  stopAndRemove,
} from "../../../support/office/next-document.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";
import { childrenOf, isRunning, zygoteOf } from "../../../support/processes.ts";
import { temp } from "../../../support/tight-settings.ts";
import { until } from "../../../support/until.ts";

const words = () => randomBytes(600).toString("base64").replace(/\W/g, " ");
/** A document whose random words cannot be compressed, so that writing its file takes a moment. It takes seconds to convert. */
const large = docx(Array.from({ length: 6000 }, () => paragraph(words())).join(""));

after(stopAndRemove);

suite("the next document is printed after a document", { skip: noOffice, concurrency: false }, () => {
  afterEach(assertNextIsPrinted);

  test("whose deadline passes, and whose process has ended by then", async () => {
    const deadline = new Error("too late");
    const end = new AbortController();
    setTimeout(() => end.abort(deadline), 600);
    await assert.rejects(wordToPdf.run({ bytes: longDocument }, end.signal), deadline);
  });

  test("whose deadline passes while its file is written", async () => {
    const deadline = new Error("too late");
    const end = new AbortController();
    const work = wordToPdf.run({ bytes: large }, end.signal);
    setImmediate(() => end.abort(deadline));
    const ended = work.catch((error: unknown) => error);
    assert.equal(await Promise.race([ended, working()]), deadline);
    assert.deepEqual(left(), []);
  });

  test("that exceeds its memory limit", async () => {
    const columns = `<w:tr>${`<w:tc>${paragraph("x")}</w:tc>`.repeat(60)}</w:tr>`;
    const hog = docx(`<w:tbl>${columns.repeat(4000)}</w:tbl>${paragraph("end")}`);
    await assert.rejects(printWord(hog), { code: "PROCESSING_FAILED", message: /takes more memory/ });
  });

  test("that was aborted before its conversion began", async () => {
    const reason = new Error("gone");
    await assert.rejects(wordToPdf.run({ bytes: nextDocument }, AbortSignal.abort(reason)), reason);
  });
});

suite("documents are printed immediately after the end", { skip: noOffice, concurrency: false }, () => {
  for (const [victim, victims] of [
    ["of the zygote", () => [zygoteOf()!]],
    ["of the children that wait for a job", () => childrenOf(zygoteOf())],
    ["of the zygote and its children", () => [zygoteOf()!, ...childrenOf(zygoteOf())]],
  ] as const) {
    test(victim, async () => {
      for (let count = 0; count < 4; count++) {
        await printWord(nextDocument);
        kill(victims());
        const both = [printWord(nextDocument), printWord(nextDocument)];
        for (const pdf of await Promise.all(both)) assert.match(await textOf(pdf), /the next one/);
      }
      assert.deepEqual(left(), []);
    });
  }

  test("of a zygote that is still starting", async () => {
    await printWord(nextDocument);
    const before = zygoteOf()!;
    process.kill(before, "SIGKILL");
    const work = printWord(nextDocument);
    while ([undefined, before].includes(zygoteOf())) await sleep(5);
    process.kill(zygoteOf()!, "SIGKILL");
    assert.match(await textOf(await work), /the next one/);
  });
});

suite("the zygote", { skip: noOffice, concurrency: false }, () => {
  /** The folders of children that wait for a job. */
  const ahead = () => files().filter((name) => /\/ready-\w+$/.test(name));
  /** Waits until one such folder is left, other than the given one: the earlier folder is removed soon after the next is made. */
  const oneBut = async (folder?: string) => {
    let found: string | undefined;
    await until(
      async () => {
        const [first, ...others] = ahead();
        found = first;
        if (first !== undefined && first !== folder && others.length === 0) return true;
        // A waiting child that has ended is replaced after the next command.
        await warmParts().get("libreoffice")!.check();
        return false;
      },
      { intervalMs: 200 },
    );
    return found!;
  };

  test("starts again without a request after it has ended", async () => {
    await printWord(nextDocument);
    const before = zygoteOf()!;
    process.kill(before, "SIGKILL");
    await until(() => ![undefined, before].includes(zygoteOf()));
    await warmParts().get("libreoffice")!.check();
  });

  test("fails a health check that it has not answered when it ends", async () => {
    await printWord(nextDocument);
    const zygote = zygoteOf()!;
    process.kill(zygote, "SIGSTOP");
    const asked = warmParts().get("libreoffice")!.check();
    await sleep(200);
    process.kill(zygote, "SIGKILL");
    await assert.rejects(asked, /LibreOffice ended/);
  });

  test("keeps no files of documents", async () => {
    const files = () => readdirSync(temp, { recursive: true }).length;
    await printWord(nextDocument);
    // The files of an ended zygote are still being removed.
    while (readdirSync(temp).length > 1) await sleep(20);
    for (let count = 0; count < 5; count++) await printWord(nextDocument);
    const before = files();
    for (let count = 0; count < 30; count++) await printWord(nextDocument);
    // The folder of the last document is removed after its result has been returned.
    await until(() => files() <= before + 2);
  });

  test("keeps at most four children, however fast documents follow each other", async () => {
    for (let count = 0; count < 80; count++) {
      await printWord(nextDocument);
      const standing = childrenOf(zygoteOf()).length;
      // One child waits, one is done, and one or two are ending.
      assert.ok(standing <= 4, `${standing} children after ${count + 1} documents`);
    }
  });

  test("keeps one folder for the next job, even when the child that waits in it ends", async () => {
    await printWord(nextDocument);
    const folder = await oneBut();
    kill(childrenOf(zygoteOf()));
    const next = await oneBut(folder);
    assert.deepEqual(ahead(), [next]);
  });

  test("keeps one folder for the next job, even after a document that was aborted before its conversion", async () => {
    await printWord(nextDocument);
    // The folder of this document is removed after its result has been returned.
    await sleep(200);
    const folder = await oneBut();
    const end = new AbortController();
    const work = wordToPdf.run({ bytes: large }, end.signal);
    setImmediate(() => end.abort());
    await assert.rejects(work);
    assert.deepEqual(ahead(), [folder]);
    await printWord(nextDocument);
    await sleep(200);
    const next = await oneBut(folder);
    assert.deepEqual(ahead(), [next]);
  });

  test("leaves no process and no file when the engine stops", async () => {
    const zygote = zygoteOf()!;
    await stopEngines();
    assert.deepEqual([isRunning(zygote), zygoteOf(), readdirSync(temp)], [false, undefined, []]);
  });

  test("leaves no process and no file when the service is killed during a conversion", async () => {
    const script = `
      import { printWord } from ${JSON.stringify(join(import.meta.dirname, "../../../support/office/engine.ts"))};
      import { docx, paragraph } from ${JSON.stringify(join(import.meta.dirname, "../../../support/office/docx.ts"))};
      printWord(docx(paragraph("Lorem ipsum dolor sit amet. ".repeat(40)).repeat(6000))).catch(() => {});`;
    const node = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
    while (left().length === 0) await sleep(20);
    await sleep(300);
    const zygote = zygoteOf(node.pid)!;
    const all = [zygote, ...childrenOf(zygote)];
    assert.ok(all.length > 1);
    node.kill("SIGKILL");
    const remaining = () => [...all.filter(isRunning), ...readdirSync(temp)];
    await until(() => remaining().length === 0);
  });
});
