import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Records } from "../../../lib/office-kinds/excel-records.ts";
import { fillHollowMarkers } from "../../../lib/office-kinds/hollow-markers.ts";

const [BLACK, WHITE, NAVY] = [0x000000, 0xffffff, 0x800000];
/** The places of these colours in the palette of a workbook. */
const PALETTE: Readonly<Record<number, number>> = { [BLACK]: 8, [WHITE]: 78, [NAVY]: 18 };
const [SQUARE, NO_MARKER] = [1, 0];
const [AUTOMATIC, HOLLOW, WITHOUT_OUTLINE] = [0x01, 0x10, 0x20];

/** A record with markers (MS-XLS, 2.4.165). */
const markers = (outline: number, fill: number, flags: number, type = SQUARE): Buffer => {
  const record = Buffer.alloc(24);
  record.writeUInt16LE(0x1009, 0);
  record.writeUInt16LE(20, 2);
  record.writeUInt32LE(outline, 4);
  record.writeUInt32LE(fill, 8);
  record.writeUInt16LE(type, 12);
  record.writeUInt16LE(flags, 14);
  record.writeUInt16LE(PALETTE[outline]!, 16);
  record.writeUInt16LE(PALETTE[fill]!, 18);
  record.writeUInt32LE(100, 20);
  return record;
};

suite("the markers in a chart of an old workbook", () => {
  for (const [what, hollow] of [
    ["have no fill", markers(NAVY, WHITE, HOLLOW)],
    ["have no fill, and black for it", markers(NAVY, BLACK, HOLLOW)],
    ["are white", markers(NAVY, WHITE, 0)],
  ] as const)
    test(`are filled like their outline if they ${what}`, () => {
      const before = markers(BLACK, NAVY, 0);
      const records = new Records(Buffer.concat([before, hollow]));
      assert.equal(fillHollowMarkers(records), true);
      assert.deepEqual(records.content, Buffer.concat([before, markers(NAVY, NAVY, 0)]));
    });

  for (const [what, kept] of [
    ["have a fill", markers(NAVY, BLACK, 0)],
    ["are chosen by Excel", markers(NAVY, WHITE, AUTOMATIC)],
    ["have no outline", markers(NAVY, WHITE, WITHOUT_OUTLINE)],
    ["have a white outline", markers(WHITE, WHITE, HOLLOW)],
    ["are not drawn", markers(NAVY, WHITE, HOLLOW, NO_MARKER)],
    ["are cut off", markers(NAVY, WHITE, HOLLOW).subarray(0, 20)],
  ] as const)
    test(`stay as they are if they ${what}`, () => {
      const records = new Records(Buffer.from(kept));
      assert.equal(fillHollowMarkers(records), false);
      assert.deepEqual(records.content, kept);
    });
});
