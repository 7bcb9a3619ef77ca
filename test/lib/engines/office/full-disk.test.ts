import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { noOffice } from "../../../support/office/engine.ts";

const support = join(import.meta.dirname, "../../../support");
const SCRIPT = `
  import { readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
  import { docx, paragraph } from ${JSON.stringify(join(support, "office/docx.ts"))};
  import { printWord } from ${JSON.stringify(join(support, "office/engine.ts"))};
  import { stopEngines } from ${JSON.stringify(join(support, "print.ts"))};
  const temp = process.env.PLATEN_TEMP;
  const hello = docx(paragraph("Hello"));
  const outcome = () => printWord(hello).then(() => "printed", ({ code }) => (code === "UNSUPPORTED_MEDIA_TYPE" ? code : "failed"));
  const outcomes = [await outcome()];
  // What is written while LibreOffice gets ready is removed again, which would leave the document room.
  while (readdirSync(temp, { recursive: true }).some((name) => name.endsWith("/warm-up"))) await new Promise((go) => setTimeout(go, 20));
  const { bavail, bsize } = statfsSync(temp);
  writeFileSync(temp + "/filler", Buffer.alloc(bavail * bsize - 8192));
  outcomes.push(await outcome());
  rmSync(temp + "/filler");
  outcomes.push(await outcome());
  await stopEngines();
  console.log(JSON.stringify([outcomes, readdirSync(temp)]));`;

const onDiskOf = (size: string, words: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), "platen-disk-"));
  const mount = `mount -t tmpfs -o size=${size} tmpfs ${folder} && exec "$@"`;
  try {
    return spawnSync("unshare", ["--map-root-user", "--mount", "sh", "-c", mount, "sh", ...words], {
      encoding: "utf8",
      timeout: 180_000,
      env: { ...process.env, PLATEN_TEMP: folder },
    });
  } finally {
    rmdirSync(folder);
  }
};

test("a full disk costs the documents that meet it, and nothing after", { skip: noOffice }, (context) => {
  const trial = onDiskOf("1m", ["true"]);
  if (trial.status !== 0) {
    console.warn(`NOT TESTED: a full disk: ${trial.stderr || trial.error}`);
    return context.skip("no mounts of its own");
  }
  const { stdout, stderr } = onDiskOf("24m", [process.execPath, "--input-type=module", "-e", SCRIPT]);
  assert.equal(stdout, `${JSON.stringify([["printed", "failed", "printed"], []])}\n`, stderr);
});
