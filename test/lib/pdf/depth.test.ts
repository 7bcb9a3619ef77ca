import assert from "node:assert/strict";
import { test } from "node:test";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import { arrayAt, bytesAt, dictAt, dictOf } from "../../../lib/pdf/access.ts";
import type { Dict } from "../../../lib/pdf/objects.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { bytesOf } from "../../support/finished.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";

const BOOKMARKS = 2000;
const FIELDS = 70;
const TAGS = 400;

/** Two pages, the first with a tag, a field and a bookmark below many others. */
const deep = (): Buffer => {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/Outlines 8 0 R/AcroForm<</Fields[9 0 R]>>/StructTreeRoot<</K 10 0 R/ParentTree<</Nums[]>>>>>>",
    "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 100 100]>>",
    "<</Type/Page/Parent 2 0 R/Contents 7 0 R/StructParents 0/Annots[6 0 R]>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]/T(last)/V(filled)>>",
    rawStream("/P<</MCID 0>>BDC EMC"),
  ];
  const chains = [
    {
      count: BOOKMARKS,
      next: (to: number) => `<</Title(level)/Dest[4 0 R/Fit]/First ${to} 0 R/Last ${to} 0 R/Count 1>>`,
    },
    { count: FIELDS, next: (to: number) => `<</T(level)/Kids[${to} 0 R]>>` },
    { count: TAGS, next: (to: number) => `<</Type/StructElem/S/Div/K ${to} 0 R>>` },
  ];
  const ends = ["<</Title(last)/Dest[3 0 R/Fit]>>", undefined, "<</Type/StructElem/S/P/Pg 3 0 R/K 0/Alt(last)>>"];
  const starts = [8, 9, 10];
  objects.push(...starts.map(() => ""));
  chains.forEach(({ count, next }, chain) => {
    let at = starts[chain]!;
    for (let level = 1; level < count; level++) {
      objects[at - 1] = next(objects.length + 1);
      objects.push("");
      at = objects.length;
    }
    objects[at - 1] = ends[chain] ?? "<</T(level)/Kids[6 0 R]>>";
  });
  return rawPdf(objects);
};

const depthOf = (
  top: Dict | undefined,
  below: (dict: Dict) => Dict | undefined,
): { depth: number; last: Dict | undefined } => {
  let depth = 0;
  let last: Dict | undefined;
  for (let dict = top; dict !== undefined; dict = below(dict)) {
    last = dict;
    depth++;
  }
  return { depth, last };
};

/** The depth of bookmarks, fields and tags, and the texts of the deepest. */
const depths = (bytes: Uint8Array) => {
  const { catalog } = openWithBudget(bytes).document;
  const kid = (key: string) => (dict: Dict) => dictOf(arrayAt(dict, key)?.[0]) ?? dictAt(dict, key);
  const form = arrayAt(dictAt(catalog, "AcroForm"), "Fields");
  const chains = [
    depthOf(dictAt(dictAt(catalog, "Outlines"), "First"), (dict) => dictAt(dict, "First")),
    depthOf(dictOf(form?.[0]), kid("Kids")),
    depthOf(kid("K")(dictAt(catalog, "StructTreeRoot")!), kid("K")),
  ];
  return chains.map(({ depth, last }) => [
    depth,
    ...["Title", "T", "Alt"].flatMap((key) => Buffer.from(bytesAt(last, key) ?? []).toString() || []),
  ]);
};

test("deeply nested bookmarks, fields and tags are kept when a page is removed", async () => {
  const { body } = await removePages.run({ bytes: deep(), pages: [3] }, new AbortController().signal);
  assert.deepEqual(depths(await bytesOf({ body })), [
    [BOOKMARKS - 1, "last"],
    [FIELDS + 1, "last"],
    [TAGS, "last"],
  ]);
});

test("deeply nested bookmarks, fields and tags are kept in a merge", async () => {
  const files = [deep(), textPdf("plain")].map((bytes) => ({ name: "last.pdf", bytes }));
  const { body } = await mergePdf.run(files, new AbortController().signal);
  assert.deepEqual(depths(await bytesOf({ body })), [
    [BOOKMARKS, "last"],
    [FIELDS + 1, "last"],
    [TAGS, "last"],
  ]);
});

test("deeply nested bookmarks, fields and tags are kept by compression", async () => {
  const bytes = deep();
  const { body } = await compressPdf.run({ bytes, quality: "medium" }, new AbortController().signal);
  assert.ok(body.length < bytes.length);
  assert.deepEqual(depths(body), depths(bytes));
});
