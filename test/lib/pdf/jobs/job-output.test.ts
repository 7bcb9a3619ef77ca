import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { jobOutput } from "../../../../lib/pdf/jobs/job-output.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder("finish");

const noise = (bytes: number) => rawStream(randomBytes(bytes), "/Type/XObject/Subtype/Image/Filter/DCTDecode");
const input = rawPdf([
  "<</Type/Catalog/Pages 2 0 R/Noise[4 0 R 5 0 R]>>",
  "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>",
  "<</Type/Page/Parent 2 0 R/Resources<<>>>>",
  noise(17_000_000),
  noise(100),
]);
const { document } = openWithBudget(input);
const made = (inputs: Uint8Array[], into?: string) => jobOutput({ ...document, warnings: [] }, 1, inputs, into).body;
const same = (bytes: Uint8Array) => {
  assert.match(Buffer.from(bytes).toString("latin1", bytes.length - 6), /%%EOF/);
  assert.ok(Math.abs(bytes.length - input.length) < 1000);
};

test("a large document shares the memory of its input", () => {
  const whole = made([input], folder);
  assert.ok("pieces" in whole && whole.pieces.length === 3);
  assert.equal(whole.pieces.filter(({ buffer }) => buffer === input.buffer).length, 1);
  assert.equal(whole.pieces[0]!.buffer, whole.pieces[2]!.buffer);
  same(Buffer.concat(whole.pieces));
});

test("a large document of new bytes is written to disk", () => {
  const file = made([], folder);
  assert.ok("path" in file);
  same(readFileSync(file.path));
});

test("a document is in memory if the job has no folder", () => {
  const bytes = made([input]);
  assert.ok(bytes instanceof Uint8Array);
  same(bytes);
});
