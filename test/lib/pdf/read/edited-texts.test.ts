import assert from "node:assert/strict";
import { test } from "node:test";
import { mergePdf } from "../../../../lib/engines/pdf-engine.ts";
import { arrayAt, dictOf, numberAt } from "../../../../lib/pdf/access.ts";
import type { Dict } from "../../../../lib/pdf/objects.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { serialise } from "../../../../lib/pdf/write/serialise.ts";
import { bytesOf } from "../../../support/finished.ts";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { rawPdf } from "../../../support/pdf/raw.ts";

const { signal } = new AbortController();

/** Two pages, the first with these annotations; `place` and `other` are destinations on the second. */
const linked = (...annotations: string[]): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(other)[4 0 R/Fit](place)[4 0 R/Fit]]>>>>/StructTreeRoot<</Type/StructTreeRoot/ParentTree<</Nums[0[null]7[null]]>>>>>>",
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 100 100]>>",
    `<</Type/Page/Parent 2 0 R/Annots[${annotations.map((_, at) => `${5 + at} 0 R`).join(" ")}]>>`,
    "<</Type/Page/Parent 2 0 R>>",
    ...annotations,
  ]);

const merged = async (...files: Buffer[]): Promise<Uint8Array> => {
  const inputs = files.map((bytes, at) => ({ name: `${at}.pdf`, bytes: new Uint8Array(bytes) }));
  return bytesOf(await mergePdf.run(inputs, signal));
};

/** The annotations on the first page of each of two equal files, after their merge. */
const twice = async (...annotations: string[]): Promise<Dict[][]> => {
  const file = linked(...annotations);
  const { pages } = openWithBudget(await merged(file, file)).document;
  return [pages[0], pages[2]].map((page) => arrayAt(page, "Annots")!.map((annotation) => dictOf(annotation)!));
};

const written = (dict: Dict | undefined): string => serialise(dict, () => 0);

const link = (rest: string) => `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]${rest}>>`;

test("links of the second file lead to its own pages", async () => {
  const file = linked(
    link("/Dest(place)"),
    link("/A<</S/GoTo/D(place)>>"),
    link("/A << /D <706c616365> /S /GoTo /Next [<< /S /GoTo /D (other) >>] >>"),
  );
  await withPdfJs(await merged(file, file), async (pdf) => {
    const targets = async (page: number) => {
      const links = await (await pdf.getPage(page)).getAnnotations();
      const places = await Promise.all(links.map(({ dest }) => pdf.getDestination(dest)));
      return Promise.all(places.map((place) => pdf.getPageIndex((place as [{ num: number; gen: number }])[0])));
    };
    assert.deepEqual(await targets(1), [1, 1, 1]);
    assert.deepEqual(await targets(3), [3, 3, 3]);
  });
});

test("only what is a key is changed, not the same characters in a string, a name or an array", async () => {
  const note = "/Contents(/Dest\\(place\\) /StructParent 7)/Private[/StructParent 7/Dest(place)]/Other/StructParent";
  const [first, second] = await twice(link(`${note}/StructParent 7/Dest(place)/F 4`));
  assert.equal(written(first?.[0]), link(`${note}/StructParent 7/Dest(place)/F 4`));
  assert.equal(written(second?.[0]), link(`${note}/StructParent 15/Dest(place~2)/F 4`));
});

test("references around a change stay, and one that is replaced goes", async () => {
  const [, second] = await twice(link("/Before 3 0 R/Dest 6 0 R/After 4 0 R/Again 3 0 R"), "(place)");
  const dict = second?.[0];
  assert.equal(written(dict), link("/Before 0 0 R/Dest(place~2)/After 0 0 R/Again 0 0 R"));
  assert.equal(dict?.get("Before"), dict?.get("Again"));
  assert.notEqual(dict?.get("Before"), dict?.get("After"));
});

test("a key that a dictionary has twice counts by its last value, as in a parsed one", async () => {
  const [first, second] = await twice(link("/StructParent 3/StructParent 7"));
  assert.equal(dictOf(first?.[0])?.get("StructParent"), 7);
  assert.equal(written(second?.[0]), link("/StructParent 15"));
});

test("keys of a file without tags go from text", async () => {
  const tagged = linked(link("/F 4"));
  const untagged = Buffer.from(
    linked(link("/StructParent 7/F 4")).toString("latin1").replace("/StructTreeRoot", "/Irrelevance___"),
  );
  const { pages } = openWithBudget(await merged(tagged, untagged)).document;
  assert.equal(written(dictOf(arrayAt(pages[2], "Annots")?.[0])), link("/F 4"));
});

test("20,000 dictionaries in one object, each with a key that is a reference, take no longer than each for itself", {
  timeout: 60_000,
}, async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `<</StructParent ${6 + at} 0 R>>`).join("");
  const numbers = Array.from({ length: 20_000 }, (_, at) => `${at}`);
  const [first, second] = await twice(link(`/Private[${many}]`), ...numbers);
  const keys = (dict: Dict | undefined) => arrayAt(dict, "Private")!.map((held) => numberAt(held, "StructParent"));
  assert.deepEqual(keys(first?.[0]).slice(0, 3), [0, 1, 2]);
  assert.equal(keys(second?.[0]).length, 20_000);
  assert.equal(keys(second?.[0])[0]! - keys(first?.[0])[0]!, 20_000);
});
