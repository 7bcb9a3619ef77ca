import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dictAt, dictOf, get } from "../../../../lib/pdf/access.ts";
import { readUsage } from "../../../../lib/pdf/compress/read-usage.ts";
import type { ContentUsage } from "../../../../lib/pdf/compress/usage.ts";
import type { Stream } from "../../../../lib/pdf/objects.ts";
import { type Document, openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const FORM = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]";

/** A file with one page per content; objects from 20 on are the given ones. */
const read = (
  contents: string[],
  resources: string[],
  others: string[],
): { document: Document; usage: ContentUsage } => {
  const objects: string[] = ["<</Type/Catalog/Pages 2 0 R>>"];
  const kids = contents.map((_, index) => `${3 + 2 * index} 0 R`).join(" ");
  objects.push(`<</Type/Pages/Count ${contents.length}/Kids[${kids}]/MediaBox[0 0 99 99]>>`);
  contents.forEach((content, index) => {
    const own = `/Contents ${4 + 2 * index} 0 R/Resources<<${resources[index]}>>`;
    objects.push(`<</Type/Page/Parent 2 0 R${own}>>`, rawStream(content));
  });
  while (objects.length < 19) objects.push("null");
  const { document, budget } = openWithBudget(rawPdf([...objects, ...others]));
  return { document, usage: readUsage(document, budget) };
};

/** The names of a category that are recorded as used in a page's resources. */
const usedOf = ({ document, usage }: ReturnType<typeof read>, page: number, category: string): string[] => {
  const resources = dictOf(get(document.pages[page], "Resources"))!;
  return [...dictAt(resources, category)!.keys()].filter((name) => usage.usedNames.get(resources)!.has(name));
};

/** All strings shown in a font of a page. */
const shownIn = ({ document, usage }: ReturnType<typeof read>, page: number, name: string): string[] => {
  const font = dictOf(dictAt(get(document.pages[page], "Resources"), "Font")!.get(name))!;
  return [...(usage.shownStrings.get(font) ?? [])];
};

const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>";

describe("a form's names", () => {
  test("count for the page if the form's own resources lack them", () => {
    const seen = read(
      ["/X Do"],
      ["/XObject<</X 20 0 R>>/Font<</F 21 0 R/G 21 0 R>>"],
      [rawStream("BT /F 9 Tf (A) Tj ET", `${FORM}/Resources<</ProcSet[/PDF]>>`), FONT],
    );
    assert.deepEqual(usedOf(seen, 0, "Font"), ["F"]);
    assert.deepEqual(shownIn(seen, 0, "F"), ["A"]);
    assert.ok(seen.usage.isComplete);
  });

  test("count for every page on which the form is drawn", () => {
    const resources = "/XObject<</X 20 0 R>>/Font<</F 21 0 R>>";
    const seen = read(["/X Do", "/X Do"], [resources, resources], [rawStream("BT /F 9 Tf (A) Tj ET", FORM), FONT]);
    assert.deepEqual(usedOf(seen, 1, "Font"), ["F"]);
  });
});

test("a form shows text in the current font of the content that draws it", () => {
  const seen = read(
    ["/F 9 Tf /X Do /G 9 Tf /X Do"],
    ["/XObject<</X 20 0 R>>/Font<</F 21 0 R/G 22 0 R>>"],
    [rawStream("BT (A) Tj ET", FORM), FONT, FONT],
  );
  assert.deepEqual(shownIn(seen, 0, "F"), ["A"]);
  assert.deepEqual(shownIn(seen, 0, "G"), ["A"]);
});

test("the group of a soft mask is read at the scale of its graphics state", () => {
  const seen = read(
    ["50 0 0 50 0 0 cm /S gs"],
    ["/ExtGState<</S<</SMask<</S/Luminosity/G 20 0 R>>>>>>/Font<</F 21 0 R>>"],
    [rawStream("BT /F 9 Tf (A) Tj ET", FORM), FONT],
  );
  assert.deepEqual(shownIn(seen, 0, "F"), ["A"]);
  assert.deepEqual([...seen.usage.formScales.values()], [50]);
});

describe("no resource counts as unused when content has", () => {
  test("a pattern with names that it lacks", () => {
    const pattern = "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>";
    const { usage } = read([""], ["/Pattern<</P 20 0 R>>"], [rawStream("/X Do", pattern)]);
    assert.equal(usage.isComplete, false);
  });
  test("a form that no content draws", () => {
    const { usage } = read([""], ["/XObject<</X 20 0 R>>"], [rawStream("/X Do", FORM)]);
    assert.equal(usage.isComplete, false);
  });
});

test("forms that contain each other or themselves are read once", () => {
  const seen = read(
    ["/X Do"],
    ["/XObject<</X 20 0 R/Y 21 0 R>>"],
    [rawStream("/Y Do", FORM), rawStream("/X Do", FORM)],
  );
  const forms: Stream[] = [...seen.usage.formScales.keys()];
  assert.equal(forms.length, 2);
});
