import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { CompoundFile } from "../../../lib/office-kinds/compound-file.ts";
import { withStoredCells } from "../../../lib/office-kinds/stored-cells.ts";

const [FORMULA, PROTECT, LABEL, STRING] = [0x06, 0x12, 0x204, 0x207];
/** A record's head is its kind and its size; a formula's stored value stands after its row, column and format. */
const [HEAD_BYTES, CELL_BYTES, VALUE_BYTES] = [4, 6, 8];
const TEXT_VALUE = Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]);

const workbook = readFileSync(new URL("../../fixtures/office/mirr.xls", import.meta.url));

/** The places of the records of a kind in a stream. */
const placesOf = (kind: number, content: Buffer) => {
  const places: number[] = [];
  for (let at = 0; at + HEAD_BYTES <= content.length; at += HEAD_BYTES + content.readUInt16LE(at + 2))
    if (content.readUInt16LE(at) === kind) places.push(at);
  return places;
};

const formulasOf = (content: Buffer) => placesOf(FORMULA, content);

/** The workbook with a text as the stored value of its first formula. The text's record has this size. */
const withText = (sizeBytes: number) => {
  const file = new CompoundFile(workbook);
  const content = Buffer.from(file.read("Workbook"));
  const [at = 0] = formulasOf(content);
  TEXT_VALUE.copy(content, at + HEAD_BYTES + CELL_BYTES);
  const next = at + HEAD_BYTES + content.readUInt16LE(at + 2);
  content.writeUInt16LE(STRING, next);
  content.writeUInt16LE(sizeBytes, next + 2);
  return { bytes: file.withContent("Workbook", content), at };
};

suite("the stored cells of an old workbook", () => {
  test("hold a text that is the stored value of a formula", () => {
    const { bytes, at } = withText(VALUE_BYTES);
    assert.equal(new CompoundFile(withStoredCells(bytes, false)).read("Workbook").readUInt16LE(at), LABEL);
  });

  test("are kept in a workbook so small that it shares sectors with other streams", () => {
    const small = readFileSync(new URL("../../fixtures/office/small.xls", import.meta.url));
    assert.equal(formulasOf(new CompoundFile(small).read("Workbook")).length, 2);
    const stored = new CompoundFile(withStoredCells(small, false));
    assert.deepEqual(formulasOf(stored.read("Workbook")), []);
    const summary = "\u0005SummaryInformation";
    assert.ok(stored.read(summary).equals(new CompoundFile(small).read(summary)));
  });

  test("are not protected", () => {
    const file = new CompoundFile(workbook);
    const content = Buffer.from(file.read("Workbook"));
    content.writeUInt16LE(PROTECT, formulasOf(content)[0] ?? 0);
    assert.ok(placesOf(PROTECT, content).length > 0);
    const stored = withStoredCells(file.withContent("Workbook", content), false);
    assert.deepEqual(placesOf(PROTECT, new CompoundFile(stored).read("Workbook")), []);
  });

  for (const sizeBytes of [0xfff0, 0xffff])
    test(`keep a formula whose text claims ${sizeBytes} bytes`, () => {
      const { bytes, at } = withText(sizeBytes);
      assert.equal(new CompoundFile(withStoredCells(bytes, false)).read("Workbook").readUInt16LE(at), FORMULA);
    });
});
