import assert from "node:assert/strict";
import { test } from "node:test";
import { directoryEnd, directoryEntry } from "../../../lib/output/zip-records.ts";

const entry = { name: "ä.pdf", size: 5, checksum: 7 };

test("the place of a file beyond 4 GB is in the extra field of ZIP64 (APPNOTE 4.5.3)", () => {
  const [near, far] = [0xffff_fffe, 0xffff_ffff].map((offset) => Buffer.concat(directoryEntry(entry, offset)));
  assert.equal(near!.readUInt32LE(42), 0xffff_fffe);
  assert.equal(near!.readUInt16LE(30), 0);
  assert.deepEqual([far!.readUInt32LE(42), far!.readUInt16LE(30)], [0xffff_ffff, 12]);
  const extra = far!.subarray(-12);
  assert.deepEqual([extra.readUInt16LE(0), extra.readUInt16LE(2), extra.readBigUInt64LE(4)], [1, 8, 0xffff_ffffn]);
});

test("files are those of a Unix system, where Info-ZIP takes names in UTF-8 (APPNOTE 4.4.2, 4.4.15)", () => {
  const bytes = Buffer.concat(directoryEntry(entry, 0));
  assert.deepEqual([bytes[5], bytes.readUInt32LE(38) >>> 16], [3, 0o100644]);
});

test("a directory beyond 4 GB ends with the records of ZIP64 (APPNOTE 4.3.14, 4.3.15)", () => {
  assert.equal(Buffer.concat(directoryEnd(3, 100, 1000)).length, 22);
  const end = Buffer.concat(directoryEnd(70_000, 100, 5e9));
  assert.equal(end.length, 56 + 20 + 22);
  assert.equal(end.readBigUInt64LE(4), 44n, "the bytes that follow the field");
  assert.deepEqual([end.readBigUInt64LE(32), end.readBigUInt64LE(48)], [70_000n, 5_000_000_000n]);
  assert.equal(end.readBigUInt64LE(56 + 8), 5_000_000_100n, "where the record of ZIP64 is");
  assert.deepEqual([end.readUInt16LE(86), end.readUInt32LE(92)], [0xffff, 0xffff_ffff]);
});
