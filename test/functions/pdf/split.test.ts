import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { filesInZip } from "../../support/files-in-zip.ts";
import { form } from "../../support/form.ts";
import { pageTexts, withPdfJs } from "../../support/pdf/look.ts";
import { rawPdf, textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";
import { post } from "../../support/platen.ts";
import { refuses } from "../../support/refusals.ts";

const PATH = "/pdf/split";
const file = textPdf("Alpha", "Beta", "Gamma", "Delta", "Epsilon");

/** The files of a split, by name. */
const split = async (parts: Parameters<typeof form>[0]): Promise<Map<string, Uint8Array>> => {
  const reply = await post(PATH, form(parts));
  assert.equal(reply.status, 200, await reply.clone().text());
  assert.equal(reply.headers.get("content-type"), "application/zip");
  return filesInZip(new Uint8Array(await reply.arrayBuffer()));
};

const textsOf = async (files: Map<string, Uint8Array>) =>
  Object.fromEntries(await Promise.all([...files].map(async ([name, bytes]) => [name, await pageTexts(bytes)])));

/** A PDF with a bookmark for each page; a slash begins a level. */
const bookmarked = (...titles: readonly string[]): Buffer => {
  const page = (at: number) => 3 + at;
  const item = (at: number) => 3 + titles.length + at;
  const last = item(titles.length - 1);
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R/Outlines<</First ${item(0)} 0 R/Last ${last} 0 R>>>>`,
    `<</Type/Pages/Count ${titles.length}/Kids[${titles.map((_, at) => `${page(at)} 0 R`).join(" ")}]/MediaBox[0 0 200 200]>>`,
    ...titles.map(() => "<</Type/Page/Parent 2 0 R>>"),
    ...titles.map(
      (title, at) =>
        `<</Title${title}/Dest[${page(at)} 0 R/Fit]${at + 1 < titles.length ? `/Next ${item(at + 1)} 0 R` : ""}>>`,
    ),
  ]);
};

suite("POST /pdf/split", { concurrency: 2 }, () => {
  test("cuts after every n pages", async () => {
    assert.deepEqual(await textsOf(await split({ file, every: "2" })), {
      "1.pdf": ["Alpha", "Beta"],
      "2.pdf": ["Gamma", "Delta"],
      "3.pdf": ["Epsilon"],
    });
  });

  test("makes a file of each range, in any order", async () => {
    assert.deepEqual(await textsOf(await split({ file, ranges: "4-5,1,2-1" })), {
      "1.pdf": ["Delta", "Epsilon"],
      "2.pdf": ["Alpha"],
      "3.pdf": ["Beta", "Alpha"],
    });
  });

  test("cuts at bookmarks, whose words the names have without what a file name may not have", async () => {
    const files = await split({ file: bookmarked("(Intro)", "(../a\\\\b: c?)", "<FEFF00C4>"), bookmarks: "1" });
    assert.deepEqual([...files.keys()], ["1 Intro.pdf", "2 .. a b c.pdf", "3 Ä.pdf"]);
  });

  test("keeps bookmarks and labels with their pages", async () => {
    const files = await split({ file: richPdf("A"), every: "1" });
    await withPdfJs(files.get("2.pdf")!, async (pdf) => {
      assert.deepEqual(await pdf.getPageLabels(), ["A-7"]);
      assert.deepEqual(
        (await pdf.getOutline()).map(({ title }) => title),
        ["A second"],
      );
    });
  });

  test("makes a hundred files that each have their page", async () => {
    const names = Array.from({ length: 100 }, (_, at) => `Page ${at + 1}`);
    const files = await split({ file: textPdf(...names), every: "1" });
    const texts = await textsOf(files);
    assert.deepEqual(
      Object.values(texts),
      names.map((name) => [name]),
    );
    assert.deepEqual([...files.keys()].slice(0, 2), ["001.pdf", "002.pdf"]);
  });

  test("returns the same bytes for the same request", async () => {
    const tags = await Promise.all(
      [1, 2].map(async () => (await post(PATH, form({ file, every: "1" }))).headers.get("etag")),
    );
    assert.ok(tags[0]);
    assert.equal(tags[0], tags[1]);
  });

  refuses(PATH, [
    ["nothing says where to cut", form({ file }), 400, "INVALID_REQUEST", /^every must be given, or ranges/],
    ["two ways are given", form({ file, every: "1", ranges: "1" }), 400, "INVALID_REQUEST", /^every must be given/],
    ["every is 0", form({ file, every: "0" }), 400, "INVALID_REQUEST", /^every must be at least 1/],
    ["a range is past the end", form({ file, ranges: "1-6" }), 400, "INVALID_REQUEST", /^ranges has 6/],
    ["there are no bookmarks", form({ file, bookmarks: "1" }), 400, "INVALID_REQUEST", /^bookmarks finds none/],
    [
      "there would be too many files",
      form({ file, ranges: `${"1,".repeat(1000)}1` }),
      400,
      "INVALID_REQUEST",
      /^ranges makes 1001 files, but at most 1000/,
    ],
  ]);
});
