import assert from "node:assert/strict";
import { test } from "node:test";
import { tiffPages } from "../../../lib/pictures/tiff-pages.ts";
import { tiffOf } from "../../support/pictures/tiff.ts";

const page = { width: 3, height: 1, bits: [8], data: Buffer.from([1, 2, 3]) };

test("pages have their sizes, depths and resolutions", () => {
  const pages = tiffPages(
    tiffOf([
      { ...page, dpi: [204, 98] },
      { ...page, width: 1, bits: [16, 16, 16, 16] },
    ]),
  );
  assert.deepEqual(
    pages.map(({ width, bits, samples, resolution }) => [width, bits, samples, resolution?.y]),
    [
      [3, 8, 1, 98],
      [1, 16, 4, undefined],
    ],
  );
});

test("a fax in one piece is passed on, with its bits in the order of PDF", () => {
  const fax = { width: 8, height: 1, bits: [1], data: Buffer.from([0x80, 0x01]), compression: 4 };
  assert.deepEqual(tiffPages(tiffOf([fax]))[0]?.fax, fax.data);
});

test("a million pages and pages that lead back are refused by their heads", () => {
  assert.throws(() => tiffPages(tiffOf([page, page], { loops: true })), { fault: "damaged" });
  const many = Buffer.alloc(8 + 3000 * 18);
  many.write("II*\0\x08", "latin1");
  for (let at = 8; at < many.length; at += 18) {
    many.writeUInt16LE(1, at);
    many.writeUInt32LE(at + 18, at + 14);
  }
  assert.throws(() => tiffPages(many), { fault: "too-large" });
  assert.throws(() => tiffPages(many.subarray(0, 500)), { fault: "damaged" });
  assert.throws(() => tiffPages(Buffer.from("II*\0")), { fault: "damaged" });
});
