import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { noOffice } from "../../../support/office/engine.ts";
import { noSmallDisk, onDiskOf } from "../../../support/small-disk.ts";

const support = join(import.meta.dirname, "../../../support");
const SCRIPT = `
  import { closeSync, ftruncateSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
  import { docx, paragraph } from ${JSON.stringify(join(support, "office/docx.ts"))};
  import { printWord } from ${JSON.stringify(join(support, "office/engine.ts"))};
  import { stopEngines } from ${JSON.stringify(join(support, "print.ts"))};
  const temp = process.env.PLATEN_TEMP;
  const hello = docx(paragraph("Hello"));
  const outcome = () => printWord(hello).then(() => "printed", ({ code }) => (code === "UNSUPPORTED_MEDIA_TYPE" ? code : "failed"));
  const outcomes = [await outcome()];
  // The files of the warm-up and of the processes before are removed after them, which would free disk space for the document.
  const names = () => {
    try {
      return readdirSync(temp, { recursive: true }).sort().join();
    } catch {
      return "/warm-up"; // a folder is removed while it is read
    }
  };
  let before;
  do {
    before = names();
    await new Promise((go) => setTimeout(go, 300));
  } while (before !== names() || before.includes("/warm-up"));
  const filler = openSync(temp + "/filler", "w");
  let filled = 0;
  try {
    for (;;) filled += writeSync(filler, Buffer.alloc(4096));
  } catch {
    ftruncateSync(filler, Math.max(0, filled - 8192));
  }
  closeSync(filler);
  outcomes.push(await outcome());
  rmSync(temp + "/filler");
  outcomes.push(await outcome());
  await stopEngines();
  console.log(JSON.stringify([outcomes, readdirSync(temp)]));`;

test("a full disk fails a document, and the next one is printed when the disk has space again", {
  skip: noOffice,
}, (context) => {
  const why = noSmallDisk();
  if (why) {
    console.warn(`NOT TESTED: a full disk: ${why}`);
    return context.skip(why);
  }
  const { stdout, stderr } = onDiskOf("24m", SCRIPT);
  assert.equal(stdout, `${JSON.stringify([["printed", "failed", "printed"], []])}\n`, stderr);
});
