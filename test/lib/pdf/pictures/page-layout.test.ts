import assert from "node:assert/strict";
import { test } from "node:test";
import { Ref } from "../../../../lib/pdf/objects.ts";
import { drawableImage } from "../../../../lib/pdf/pictures/drawable.ts";
import { hasRoom, layOut, type PageLayout } from "../../../../lib/pdf/pictures/page-layout.ts";

const picture = (width: number, height: number, orientation = 1) =>
  drawableImage(new Ref(null), { width, height }, orientation, { x: 72, y: 36 });
const fit: PageLayout = {
  paper: undefined,
  landscape: undefined,
  margins: { top: 0, right: 0, bottom: 0, left: 0 },
  dpi: undefined,
  perPage: 1,
};
const paper = { width: 100, height: 200 };

test("each page has the size of its picture, between the smallest and the largest", () => {
  const pages = layOut([picture(72, 36), picture(72, 36, 6), picture(100_000, 10), picture(1, 1)], fit);
  assert.deepEqual(
    pages.map(({ width, height }) => [Math.round(width), Math.round(height)]),
    [
      [72, 72],
      [72, 72],
      [14_400, 3],
      [3, 3],
    ],
  );
  assert.deepEqual(pages[1]!.placed[0]!.matrix, [0, -72, 72, 0, 0, 72]);
});

test("a resolution that is asked for changes pictures of pixels, and no others", () => {
  const [pixels, vector] = layOut([picture(10, 10), { ...picture(10, 10), isVector: true }], { ...fit, dpi: 144 });
  assert.deepEqual([pixels!.width, pixels!.height, vector!.width, vector!.height], [5, 5, 10, 20]);
});

test("pictures lie row by row, and the last page may have fewer", () => {
  const pages = layOut(
    Array.from({ length: 7 }, () => picture(10, 5)),
    { ...fit, paper, perPage: 6 },
  );
  assert.deepEqual(
    pages.map(({ placed }) => placed.length),
    [6, 1],
  );
  const places = pages[0]!.placed.map(({ matrix }) => matrix.slice(4).map(Math.round));
  assert.ok(places[0]![0]! < places[1]![0]! && places[0]![1] === places[1]![1]);
  assert.ok(places[2]![1]! < places[0]![1]!);
});

test("margins must leave room however the paper is turned", () => {
  const margins = { ...fit.margins, top: 120 };
  assert.equal(hasRoom(paper, { ...fit, margins }), false);
  assert.equal(hasRoom(paper, { ...fit, margins, landscape: false }), true);
  assert.equal(hasRoom(paper, { ...fit, perPage: 64, margins: { ...margins, top: 0, left: 20 } }), false);
});
