import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { besideLoops, halfProcessor } from "../support/busy-machine.ts";
import { notForked } from "../support/fork-browsers.ts";
import type { SampleDigest } from "../support/sample-digests.ts";

const run = promisify(execFile);

/** The digests of a service in this environment, whose command these words may precede, and these may follow. */
const digestsOf = async (
  environment: Record<string, string> = {},
  before: readonly string[] = [],
  behind: readonly string[] = [],
): Promise<Record<string, SampleDigest>> => {
  const [program = "", ...words] = [...before, process.execPath, "test/support/sample-digests.ts", ...behind];
  // However slow the machine is, the deadline ends no document.
  const settings = { PLATEN_LOG: "off", PLATEN_DEADLINE_MS: "600000", ...environment };
  const { stdout } = await run(program, words, { env: { ...process.env, ...settings } });
  return JSON.parse(stdout) as Record<string, SampleDigest>;
};

const digests = await digestsOf();
const half = halfProcessor();
after(() => half?.remove());
if (half === undefined) console.error("NOT TESTED: with half a processor, since no control group can be made here");

test("the same input has the same bytes and the same ETag, at another time, in another process and time zone, with half a processor", async () => {
  assert.ok(Object.keys(digests).length >= 18);
  for (const [sample, { tag }] of Object.entries(digests)) assert.match(tag ?? "", /^"[\w-]+"$/, sample);
  assert.equal(new Set(Object.values(digests).map(({ tag }) => tag)).size, Object.keys(digests).length);
  assert.deepEqual(await digestsOf({ TZ: "Asia/Tokyo" }, half?.words), digests);
});

test("forked browsers return the same bytes as new ones", { skip: notForked }, async () => {
  assert.deepEqual(await digestsOf({}, [], ["forked"]), digests);
});

test("beside busy loops of other programs the bytes are the same", async () => {
  assert.deepEqual(await besideLoops(digestsOf), digests);
});
