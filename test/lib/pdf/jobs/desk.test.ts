import assert from "node:assert/strict";
import { test } from "node:test";
import type { Output } from "../../../../lib/output/output.ts";
import { PdfDesk } from "../../../../lib/pdf/jobs/desk.ts";
import type { Look, PdfAnswer } from "../../../../lib/pdf/jobs/orders.ts";
import { pageTexts } from "../../../support/pdf/look.ts";
import { rawPdf, textPdf } from "../../../support/pdf/raw.ts";

const MB = 1_048_576;
const quick = { isQuick: true, ownsBytes: true, keptBytes: 24 * MB };
const slow = { isQuick: false, ownsBytes: true, keptBytes: 48 * MB };

/** Records which bytes stay in the memory of a thread. */
const memory = () => {
  const kept: Uint8Array[] = [];
  return { kept, keep: (bytes: Uint8Array) => void kept.push(bytes), adopt: () => {} };
};
const done = <Result>(answer: PdfAnswer): Result => {
  assert.ok(typeof answer === "object");
  return answer.done as Result;
};
const merge = (key?: number) => ({
  kind: "merge" as const,
  input: { files: [0, 1].map((keptFile) => ({ name: `${keptFile}.pdf`, bytes: { keptFile } })) },
  ...(key === undefined ? {} : { key }),
});
/** A file with more values than a quick look reads. */
const large = rawPdf([
  `<</Type/Catalog/Pages 2 0 R/Numbers[${"1 ".repeat(1_200_000)}]>>`,
  "<</Type/Pages/Count 1/Kids[3 0 R]>>",
  "<</Type/Page>>",
]);

test("a job takes the documents that a look has left open", async () => {
  const desk = new PdfDesk(quick);
  const files = [textPdf("one"), textPdf("two", "three")];
  const { kept, ...rest } = memory();
  const look = done<Look>(desk.look({ look: files, key: 7, milliseconds: 0 }, rest));
  assert.deepEqual(look, { files: [{ pages: 1 }, { pages: 2 }], isKept: true });
  assert.deepEqual(kept, files);
  // What is read once is not read again.
  for (const bytes of files) bytes.fill(0x20, 0, 5);
  const { body } = done<Output>(desk.work(merge(7), memory()));
  assert.deepEqual(await pageTexts(body as Uint8Array), ["one", "two", "three"]);
});

test("documents are open for one job", () => {
  const desk = new PdfDesk(quick);
  desk.look({ look: [textPdf("one"), textPdf("two")], key: 1, milliseconds: 0 }, memory());
  assert.equal(desk.work(merge(2), memory()), "gone");
  done(desk.work(merge(1), memory()));
  assert.equal(desk.work(merge(1), memory()), "gone");
});

test("documents go after a few seconds, with their memory", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const desk = new PdfDesk(quick);
  const files = [new Uint8Array(textPdf("one")), new Uint8Array(textPdf("two"))];
  desk.look({ look: files, key: 1, milliseconds: 0 }, memory());
  context.mock.timers.tick(5000);
  assert.deepEqual(
    files.map(({ length }) => length),
    [0, 0],
  );
  assert.equal(desk.work(merge(1), memory()), "gone");
});

test("the oldest documents go when there is no room for others", () => {
  const desk = new PdfDesk({ isQuick: true, ownsBytes: true, keptBytes: 200_000 });
  const padded = (text: string) => new Uint8Array(Buffer.concat([textPdf(text), Buffer.alloc(40_000, "\n")]));
  for (const key of [1, 2, 3]) desk.look({ look: [padded("a"), padded("b")], key, milliseconds: 0 }, memory());
  assert.equal(desk.work(merge(1), memory()), "gone");
  done(desk.work(merge(3), memory()));
});

test("a quick look gives up what a slow one reads", () => {
  assert.equal(new PdfDesk(quick).look({ look: [large], key: 1, milliseconds: 0 }, memory()), "over");
  const look = done<Look>(new PdfDesk(slow).look({ look: [large], key: 1, milliseconds: 60_000 }, memory()));
  assert.deepEqual(look.files, [{ pages: 1 }]);
});

test("files of one look share its quick budget", () => {
  const half = rawPdf([
    `<</Type/Catalog/Pages 2 0 R/Numbers[${"1 ".repeat(350_000)}]>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page>>",
  ]);
  const look = (count: number) =>
    new PdfDesk(quick).look({ look: Array.from({ length: count }, () => half), key: 1, milliseconds: 0 }, memory());
  done(look(1));
  assert.equal(look(3), "over");
});

test("a look refuses one file and counts the pages of the others", () => {
  const look = done<Look>(
    new PdfDesk(quick).look({ look: [textPdf("one"), Buffer.from("no PDF")], key: 1, milliseconds: 0 }, memory()),
  );
  assert.deepEqual(look.files[0], { pages: 1 });
  assert.ok("refused" in look.files[1]! && look.files[1].refused.code === "UNSUPPORTED_MEDIA_TYPE");
  assert.equal(look.isKept, false);
});
