import assert from "node:assert/strict";
import { test } from "node:test";
import { writeTable } from "../../../../lib/engines/csv/write.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";

const bytes = Buffer.from("1,2,3,4,5,6,7,8\n".repeat(400_000));
const write = (part: Uint8Array, within: number) =>
  writeTable({ bytes: part, title: "", page: PLAIN_PAGE, path: undefined, within });

test("a file that cannot be printed in time is told its size, and about what size can be", async () => {
  await assert.rejects(write(bytes, 200), {
    code: "PROCESSING_FAILED",
    message: /^The file has 6\.1 MB of CSV: about [0-4]\.\d MB of its kind can be printed within 0\.2 s\.$/,
  });
});

test("a file that can be is printed, however little of the time is left", async () => {
  assert.ok(await write(bytes.subarray(0, 160_000), 60_000));
});
