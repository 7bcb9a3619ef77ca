import assert from "node:assert/strict";
import { test } from "node:test";
import type { Output } from "../../../../lib/output/output.ts";
import { Budget, quickBudget } from "../../../../lib/pdf/budget.ts";
import { doPdfJob, type PdfAnswer } from "../../../../lib/pdf/jobs/jobs.ts";
import { openPdf } from "../../../../lib/pdf/read/open.ts";
import { pageTexts } from "../../../support/pdf/look.ts";
import { rawPdf, textPdf } from "../../../support/pdf/raw.ts";

const done = (answer: PdfAnswer): Output => {
  assert.ok(answer !== "over");
  return answer.done;
};
const merge = (files: readonly Uint8Array[], isQuick: boolean): Promise<PdfAnswer> => {
  const named = files.map((bytes, index) => ({ name: `${index}.pdf`, bytes, field: `files.${index}` }));
  return doPdfJob({ kind: "merge", input: { files: named } }, isQuick);
};
/** A file with many numbers. */
const withNumbers = (count: number) =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R/Numbers[${"1 ".repeat(count)}]>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page>>",
  ]);

test("a job makes a document of its files", async () => {
  const { body, pages } = done(await merge([textPdf("one"), textPdf("two", "three")], false));
  assert.deepEqual(await pageTexts(body as Uint8Array), ["one", "two", "three"]);
  assert.equal(pages, 3);
});

test("a quick job gives up what a slow one does", async () => {
  const files = [withNumbers(1_200_000), textPdf("one")];
  assert.equal(await merge(files, true), "over");
  assert.equal(done(await merge(files, false)).pages, 2);
});

test("the files of a quick job share its budget", async () => {
  const file = withNumbers(350_000);
  const { bytes, values } = quickBudget();
  assert.equal(openPdf(file, new Budget(bytes, values, Number.POSITIVE_INFINITY)).pages.length, 1);
  assert.equal(await merge([file, file, file], true), "over");
});

test("an error in opening a file names the field of the request that holds it", async () => {
  await assert.rejects(() => merge([textPdf("one"), Buffer.from("no PDF")], false), {
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: "files.1: The file is not a PDF, or is damaged beyond repair.",
  });
});
