import assert from "node:assert/strict";
import { test } from "node:test";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { needsForm } from "../../../../lib/pdf/text/prepare-pages.ts";
import { onePage, rawStream } from "../../../support/pdf/raw.ts";

const LOOK = rawStream("0 0 9 9 re f", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]");

/** Whether PDFium must load the form of a page with an annotation. */
const isNeeded = (annotation: string, form = ""): boolean => {
  const file = onePage({
    page: "/Annots[5 0 R]",
    catalog: `/AcroForm<</Fields[5 0 R]${form}>>`,
    objects: [`<</Type/Annot/Rect[0 0 9 9]${annotation}>>`, LOOK],
  });
  const { document } = openWithBudget(file);
  return needsForm(document.pages, document.catalog);
};

const FIELD = "/Subtype/Widget/FT/Tx/T(name)/V(Ada)";
const TOGGLE = "/Subtype/Widget/FT/Btn/T(agrees)/AP<</N<</Yes 6 0 R>>>>";

for (const [what, annotation, form, expected] of [
  ["a field with a look", `${FIELD}/AP<</N 6 0 R>>`, "", false],
  ["a field without one", FIELD, "", true],
  ["a field with a look, of a form that asks for new ones", `${FIELD}/AP<</N 6 0 R>>`, "/NeedAppearances true", true],
  ["a check box that is off", `${TOGGLE}/AS/Off`, "", false],
  ["a check box that is on", `${TOGGLE}/AS/Yes`, "", false],
  ["a check box in a state without a look", `${TOGGLE}/AS/No`, "", true],
  ["a note without a look", "/Subtype/Text/Contents(Look)", "", true],
  ["a link", "/Subtype/Link", "", false],
] as const)
  test(`a form is ${expected ? "" : "not "}loaded for the text of ${what}`, () => {
    assert.equal(isNeeded(annotation, form), expected);
  });
