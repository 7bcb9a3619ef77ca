import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import type { SampleDigest } from "../support/sample-digests.ts";

const run = promisify(execFile);

const digestsOf = async (environment: Record<string, string>): Promise<Record<string, SampleDigest>> => {
  const options = { env: { ...process.env, PLATEN_LOG: "off", ...environment }, timeout: 120_000 };
  const { stdout } = await run(process.execPath, ["test/support/sample-digests.ts"], options);
  return JSON.parse(stdout) as Record<string, SampleDigest>;
};

test("the same input gives the same bytes and the same ETag, at another time, in another process and time zone", async () => {
  const digests = await digestsOf({});
  assert.ok(Object.keys(digests).length >= 18);
  for (const [sample, { tag }] of Object.entries(digests)) assert.match(tag ?? "", /^"[\w-]+"$/, sample);
  assert.equal(new Set(Object.values(digests).map(({ tag }) => tag)).size, Object.keys(digests).length);
  assert.deepEqual(await digestsOf({ TZ: "Asia/Tokyo" }), digests);
});
