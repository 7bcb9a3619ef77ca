import assert from "node:assert/strict";
import { test } from "node:test";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import { arrayAt, get, nameAt } from "../../../lib/pdf/access.ts";
import type { Ref } from "../../../lib/pdf/objects.ts";
import { reachableDictionaries } from "../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { bytesOf } from "../../support/finished.ts";
import { unpacked, withPdfJs } from "../../support/pdf/look.ts";
import { rawPdf, textPdf } from "../../support/pdf/raw.ts";

type Outline = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>;

const { signal } = new AbortController();

/** Four pages; all destinations state page numbers instead of references. */
const numbered = rawPdf([
  "<</Type/Catalog/Pages 2 0 R/Outlines 7 0 R/Names<</Dests<</Names[(direct)[2/Fit](held)<</D[3/XYZ 0 0 0]>>]>>>>/OpenAction[3/Fit]>>",
  "<</Type/Pages/Count 4/Kids[3 0 R 4 0 R 5 0 R 6 0 R]/MediaBox[0 0 100 100]>>",
  "<</Type/Page/Parent 2 0 R/Annots[11 0 R 12 0 R 13 0 R 14 0 R]>>",
  "<</Type/Page/Parent 2 0 R>>",
  "<</Type/Page/Parent 2 0 R>>",
  "<</Type/Page/Parent 2 0 R>>",
  "<</First 8 0 R/Last 10 0 R/Count 3>>",
  "<</Title(third)/Parent 7 0 R/Next 9 0 R/Dest[2/Fit]>>",
  "<</Title(fourth)/Parent 7 0 R/Prev 8 0 R/Next 10 0 R/A<</S/GoTo/D 15 0 R>>>>",
  "<</Title(second)/Parent 7 0 R/Prev 9 0 R/A<</S/URI/URI(about:blank)/Next[<</S/GoTo/D[1/Fit]>>]>>>>",
  "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[3/Fit]>>",
  "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(held)>>",
  "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoToR/F(other.pdf)/D[3/Fit]>>>>",
  "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoToE/D[0/Fit]/T<</R/C/P 2/A 0>>>>>>",
  "[3/Fit]",
]);

const indexIn = async (pdf: PDFDocumentProxy, place: unknown): Promise<number> => {
  const explicit = typeof place === "string" ? await pdf.getDestination(place) : place;
  return pdf.getPageIndex((explicit as [{ num: number; gen: number }])[0]);
};

/**
 * The targets of links, bookmarks and names in pdf.js; `first` is the page with the links, `level` the level of the
 * bookmarks.
 */
const leads = (bytes: Uint8Array, first: number, level: (items: Outline) => Outline) =>
  withPdfJs(bytes, async (pdf) => {
    const items = level(await pdf.getOutline());
    const links = await (await pdf.getPage(first)).getAnnotations();
    return {
      bookmarks: await Promise.all(items.slice(0, 2).map(({ dest }) => indexIn(pdf, dest))),
      links: await Promise.all(links.slice(0, 2).map(({ dest }) => indexIn(pdf, dest))),
      named: await Promise.all(["direct", "held"].map((name) => indexIn(pdf, name))),
    };
  });

/** The page that actions state: its index for a page of this file, else the number as written. */
const stated = (bytes: Uint8Array) => {
  const { catalog, pages } = openWithBudget(bytes).document;
  const all = reachableDictionaries(catalog);
  const actions = (type: string) => all.filter((dict) => nameAt(dict, "S") === type);
  return {
    chained: actions("GoTo").map((dict) => pages.indexOf(arrayAt(dict, "D")![0] as Ref)),
    remote: actions("GoToR").map((dict) => arrayAt(dict, "D")![0]),
    embedded: actions("GoToE").map((dict) => [arrayAt(dict, "D")![0], get(get(dict, "T"), "P")]),
    opening: pages.indexOf(arrayAt(catalog, "OpenAction")?.[0] as Ref),
  };
};

test("a destination by page number keeps its page when an earlier page is removed", async () => {
  const { body } = await removePages.run({ bytes: numbered, pages: [2] }, signal);
  const left = await bytesOf({ body });
  assert.deepEqual(await leads(left, 1, (items) => items), { bookmarks: [1, 2], links: [2, 2], named: [1, 2] });
  assert.deepEqual(stated(left), { chained: [2], remote: [3], embedded: [[0, 1]], opening: 2 });
});

test("a destination by page number keeps its page after another file in a merge", async () => {
  const files = [textPdf("one", "two"), numbered].map((bytes) => ({ name: "file.pdf", bytes }));
  const { body } = await mergePdf.run(files, signal);
  const merged = await bytesOf({ body });
  const level = (items: Outline) => items[1]!.items;
  assert.deepEqual(await leads(merged, 3, level), { bookmarks: [4, 5], links: [5, 5], named: [4, 5] });
  const { chained, remote, embedded } = stated(merged);
  assert.deepEqual(new Set(chained), new Set([3, 5]));
  assert.deepEqual({ remote, embedded }, { remote: [3], embedded: [[0, 4]] });
});

test("an action to a removed page has no effect, and the next actions of its chain are kept", async () => {
  const bytes = rawPdf([
    "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/GoTo/D[5 0 R/Fit]/Next 8 0 R>>>>",
    "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 100 100]>>",
    "<</Type/Page/Parent 2 0 R/Annots[6 0 R 7 0 R 9 0 R]/AA<</O<</S/GoTo/D[5 0 R/Fit]>>>>>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/A<</S/GoTo/D[2/Fit]/Next[<</S/URI/URI(about:first)>>]>>>>",
    "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/A<</S/URI/URI(about:second)/Next<</S/GoTo/D[5 0 R/Fit]>>>>>>",
    "<</S/GoTo/D[4 0 R/Fit]>>",
    "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[5 0 R/Fit]/Next<</S/URI/URI(about:third)>>>>>>",
  ]);
  const { body } = await removePages.run({ bytes, pages: [3] }, signal);
  const left = await bytesOf({ body });
  assert.deepEqual(new Set(stated(left).chained), new Set([1]));
  assert.match(unpacked(left), /about:first[\s\S]*about:second[\s\S]*about:third/);
  const { catalog, pages } = openWithBudget(left).document;
  assert.equal(arrayAt(pages[0], "Annots")?.length, 3);
  assert.equal(nameAt(get(catalog, "OpenAction"), "S"), "GoTo");
});

test("a bookmark to a removed page gets the target of its first child, and is removed without children", async () => {
  const bytes = rawPdf([
    "<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>",
    "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 100 100]>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</Type/Page/Parent 2 0 R>>",
    "<</First 7 0 R/Last 7 0 R/Count 4>>",
    "<</Title(chapter)/Parent 6 0 R/Dest[3 0 R/Fit]/First 8 0 R/Last 9 0 R/Count 3>>",
    "<</Title(gone)/Parent 7 0 R/Next 9 0 R/A<</S/GoTo/D[3 0 R/Fit]>>>>",
    "<</Title(no place)/Parent 7 0 R/Prev 8 0 R/First 10 0 R/Last 10 0 R/Count 1>>",
    "<</Title(section)/Parent 9 0 R/A<</S/GoTo/D[5 0 R/Fit]>>>>",
  ]);
  const { body } = await removePages.run({ bytes, pages: [1] }, signal);
  const seen = await withPdfJs(await bytesOf({ body }), async (pdf) => {
    const [chapter] = await pdf.getOutline();
    return [chapter!.title, await indexIn(pdf, chapter!.dest), chapter!.items.map(({ title }) => title)];
  });
  assert.deepEqual(seen, ["chapter", 1, ["no place"]]);
});
