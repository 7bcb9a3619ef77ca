import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mergePdf, removePages } from "../../../../lib/engines/pdf-engine.ts";
import { arrayAt, bytesAt, dictAt } from "../../../../lib/pdf/access.ts";
import { isEqualValue } from "../../../../lib/pdf/equal-values.ts";
import { Ref, type Value } from "../../../../lib/pdf/objects.ts";
import { TakenNames } from "../../../../lib/pdf/unused-name.ts";
import { bytesOf } from "../../../support/finished.ts";
import { rawPdf } from "../../../support/pdf/raw.ts";
import { endlessBudget, readWhole, spentOf } from "../../../support/pdf/work.ts";

const { signal } = new AbortController();
const REPEATS = 2000;
/** Two pages, these entries of the catalog, and further objects from 5 on. */
const document = (entries: string, ...objects: string[]): Buffer =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R${entries}>>`,
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 9 9]>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Page/Parent 2 0 R>>",
    ...objects,
  ]);
const refs = (first: number) => Array.from({ length: REPEATS }, (_, index) => `${first + index} 0 R`).join(" ");
const repeated = (body: string) => Array.from({ length: REPEATS }, () => body);
const merged = async (...files: Buffer[]) =>
  bytesOf(
    await mergePdf.run(
      files.map((bytes, at) => ({ name: `${at}.pdf`, bytes: new Uint8Array(bytes) })),
      signal,
    ),
  );

test("a name that is taken many times gets each number once", () => {
  const names = new TakenNames();
  let tries = 0;
  const take = () =>
    names.take("a", (count) => {
      tries++;
      return `a_${count}`;
    });
  const taken = Array.from({ length: REPEATS }, take);
  assert.equal(new Set(taken).size, REPEATS);
  assert.ok(tries < 2 * REPEATS, `${tries} tries`);
});

test("two files with 2,000 fields of one name are merged into 4,000 fields of different names", {
  timeout: 120_000,
}, async () => {
  const file = document(`/AcroForm<</Fields[${"<</T(a)>>".repeat(REPEATS)}]>>`);
  const { catalog } = readWhole(await merged(file, file)).document!;
  const fields = arrayAt(dictAt(catalog, "AcroForm"), "Fields")!;
  const names = fields.map((field) => Buffer.from(bytesAt(field, "T")!).toString());
  assert.equal(new Set(names).size, 2 * REPEATS);
});

/** A dictionary that leads to the next one by ten keys, level by level. */
const levels = (last: Value): Value => {
  let below: Value = last;
  for (let level = 0; level < 9; level++) {
    const ref = new Ref(below);
    below = new Map(Array.from({ length: 10 }, (_, key) => [`K${key}`, ref]));
  }
  return below;
};

test("values that share references level by level are compared once", () => {
  const budget = endlessBudget();
  assert.equal(isEqualValue(levels(1), levels(1), budget), true);
  assert.equal(isEqualValue(levels(1), levels(2), budget), false);
  assert.ok(spentOf(budget) < 1000, `${spentOf(budget)} values`);
});

test("values that lead to themselves are equal if they cannot be told apart", () => {
  const [one, other] = [new Ref(null), new Ref(null)];
  one.value = new Map<string, Value>([["Next", one]]);
  other.value = new Map<string, Value>([["Next", other]]);
  assert.equal(isEqualValue(one, other, endlessBudget()), true);
});

describe("lists and values that 2,000 objects share do not multiply when a page is removed:", () => {
  const files: Readonly<Record<string, Buffer>> = {
    "annotations of pages": rawPdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      `<</Type/Pages/Kids[${refs(5)}]>>`,
      `[${"4 0 R ".repeat(REPEATS)}]`,
      "<</Subtype/Link/Dest[5 0 R/Fit]>>",
      ...repeated("<</Type/Page/Annots 3 0 R>>"),
    ]),
    "resources that pages inherit": rawPdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      `<</Type/Pages/Kids[${refs(3)}]/Resources<<${Array.from({ length: REPEATS }, (_, at) => `/K${at} 1`).join("")}>>>>`,
      ...repeated("<</Type/Page>>"),
    ]),
    "kids of name trees": document(
      "/Names<</Dests 5 0 R>>",
      "<</Kids 6 0 R>>",
      `[${refs(7)}]`,
      ...repeated("<</Kids 6 0 R>>"),
    ),
    "kids of fields": document("/AcroForm<</Fields 5 0 R>>", `[${refs(6)}]`, ...repeated("<</T(f)/Kids 5 0 R>>")),
    "chains of bookmarks": document(
      "/Outlines<</First 5 0 R>>",
      ...repeated("").map((_, index) => `<</Title(a)/First 5 0 R/Next ${index + 6} 0 R/Dest[4 0 R/Fit]>>`),
    ),
    "beads of threads": document(
      `/Threads[${"<</F 5 0 R>>".repeat(REPEATS)}]`,
      ...repeated("").map((_, index) => `<</P 4 0 R/N ${index + 6} 0 R>>`),
    ),
  };
  for (const [name, bytes] of Object.entries(files)) {
    test(name, { timeout: 120_000 }, async () => {
      const made = await bytesOf(await removePages.run({ bytes: new Uint8Array(bytes), pages: [1] }, signal));
      assert.ok(made.length < 2 * bytes.length, `${bytes.length} bytes became ${made.length}`);
      assert.ok(readWhole(made).document!.pages.length > 0);
    });
  }
});

test("a tree of tags that share their kids is pruned or refused", { timeout: 120_000 }, async () => {
  const bytes = document(
    "/StructTreeRoot 5 0 R",
    "<</K 6 0 R>>",
    `[${refs(7)}]`,
    ...repeated("<</S/P/Pg 3 0 R/K 6 0 R>>"),
  );
  await removePages.run({ bytes: new Uint8Array(bytes), pages: [1] }, signal).then(
    async (made) => assert.ok((await bytesOf(made)).length < 2 * bytes.length),
    (error) => assert.equal(error.code, "INVALID_REQUEST"),
  );
});
