import assert from "node:assert/strict";
import { test } from "node:test";
import { writeTable } from "../../../../lib/engines/csv/csv-document.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";

const bytes = Buffer.from("1,2,3,4,5,6,7,8\n".repeat(400_000));
const write = (part: Uint8Array, timeLimitMs: number) =>
  writeTable({ bytes: part, title: "", pageSetup: PLAIN_PAGE, path: undefined, timeLimitMs });

test("a file that cannot be printed in time is refused with its size and about the size that can be printed", async () => {
  await assert.rejects(write(bytes, 200), {
    code: "PROCESSING_FAILED",
    message: /^The file has 6\.1 MB of CSV: about [0-4]\.\d MB of its kind can be printed within 0\.2 s\.$/,
  });
});

test("a file that is nearly done is printed, even close to the time limit", async () => {
  assert.ok(await write(bytes.subarray(0, 160_000), 60_000));
});
