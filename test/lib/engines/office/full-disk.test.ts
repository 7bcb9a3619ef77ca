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
  // The warm-up's files are removed when it ends, which would free disk space for the document.
  const isWarmingUp = () => {
    try {
      return readdirSync(temp, { recursive: true }).some((name) => name.endsWith("/warm-up"));
    } catch {
      return true; // a folder is removed while it is read
    }
  };
  while (isWarmingUp()) await new Promise((go) => setTimeout(go, 20));
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
