import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mergePdf } from "../../../../lib/engines/pdf-engine.ts";
import { arrayAt, dictAt, get, nameAt } from "../../../../lib/pdf/access.ts";
import { plainData } from "../../../../lib/pdf/filters/decode.ts";
import { formFieldsOf } from "../../../../lib/pdf/form-fields/fields.ts";
import { Stream } from "../../../../lib/pdf/objects.ts";
import { openDocument } from "../../../../lib/pdf/pdfium/open-document.ts";
import { loadPdfium } from "../../../../lib/pdf/pdfium/pdfium.ts";
import { type DrawnPage, drawPage } from "../../../../lib/pdf/proof/draw.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { MB } from "../../../../lib/settings/megabyte.ts";
import { bytesOf } from "../../../support/finished.ts";
import { rawPdf, rawStream, textPdf } from "../../../support/pdf/raw.ts";

const pdfium = loadPdfium(256 * MB);
const { signal } = new AbortController();
const merge = async (...files: Uint8Array[]): Promise<Uint8Array> =>
  bytesOf(
    await mergePdf.run(
      files.map((bytes) => ({ name: "file.pdf", bytes })),
      signal,
    ),
  );

/** The first of the objects with which `formPdf` appends other objects. */
const FIRST_EXTRA = 20;

/** A page of 200 × 100 points with one widget in [20 20 180 60] for each field, and a form. */
const formPdf = (fields: readonly string[], form: string, extra: readonly string[] = []): Buffer => {
  const numbers = fields.map((_, index) => `${5 + index} 0 R`).join(" ");
  const widgets = fields.map((field) => `<</Type/Annot/Subtype/Widget/F 4${field}>>`);
  const gap = Array.from({ length: FIRST_EXTRA - 5 - fields.length }, () => "null");
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${numbers}]/DR<</Font<</Helv 4 0 R>>>>/DA(/Helv 0 Tf 0 g)${form}>>>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>",
    `<</Type/Page/Parent 2 0 R/Annots[${numbers}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ...widgets,
    ...gap,
    ...extra,
  ]);
};

const RECT = "/Rect[20 20 180 60]";
const ASKS = "/NeedAppearances true";

/** The part of the dark pixels of a page in a rectangle, in points from the lower left corner. */
const inkIn = (
  { width, height, pixels }: DrawnPage,
  [left, bottom, right, top]: readonly [number, number, number, number],
) => {
  const scale = width / 200;
  let [inside, all] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (((pixels[y * width + x] ?? 0) & 255) > 128) continue;
      all++;
      const [across, up] = [x / scale, (height - y) / scale];
      if (across >= left && across <= right && up >= bottom && up <= top) inside++;
    }
  }
  return { inside, all };
};

/** The last page of two merged files: a plain one, and one with a form. */
const mergedPage = async (bytes: Uint8Array): Promise<DrawnPage> => {
  const document = openDocument(await pdfium, await merge(textPdf("plain"), bytes));
  assert.ok(document !== undefined);
  const page = drawPage(document, 1, (pixels) => ({ pixels: new Int32Array(pixels) }));
  document.close();
  assert.ok(page !== undefined);
  return page;
};

const formOf = (bytes: Uint8Array) => {
  const { document, budget } = openWithBudget(bytes);
  const form = dictAt(document.catalog, "AcroForm");
  const fields = formFieldsOf(form).reverse();
  const shown = fields.map((field) => {
    const normal = get(dictAt(field, "AP"), "N");
    return normal instanceof Stream ? plainData(normal, budget)?.toString("latin1") : undefined;
  });
  return { form, fields, shown };
};

describe("a merge draws the fields of a file that asks for it:", () => {
  for (const [name, field, rectangle] of [
    ["a text field", "/FT/Tx/V(Value)/DA(/Helv 12 Tf 0 g)", [20, 30, 70, 50]],
    ["text at the right", "/FT/Tx/V(Value)/DA(/Helv 12 Tf 0 g)/Q 2", [130, 30, 180, 50]],
    ["text in the middle", "/FT/Tx/V(Value)/DA(/Helv 12 Tf 0 g)/Q 1", [80, 30, 120, 50]],
    [
      "text that is too long for its size, as large as it fits",
      "/FT/Tx/V(A rather long value that is made to fit)",
      [20, 20, 180, 60],
    ],
    ["several lines", "/FT/Tx/Ff 4096/V(First line\\nand a second line)/DA(/Helv 10 Tf 0 g)", [20, 33, 120, 60]],
    ["the end of a text in cells", "/FT/Tx/Ff 16777216/MaxLen 8/Q 2/V(12)/DA(/Helv 12 Tf 0 g)", [140, 30, 180, 50]],
    [
      "the shown text of a combo box",
      "/FT/Ch/Ff 131072/Opt[[(a)(Alpha)][(b)(Beta)]]/V(b)/DA(/Helv 12 Tf 0 g)",
      [20, 30, 60, 50],
    ],
    ["a list box", "/FT/Ch/Opt[(One)(Two)]/V(Two)/DA(/Helv 12 Tf 0 g)", [20, 30, 180, 60]],
    ["a push button", "/FT/Btn/Ff 65536/MK<</CA(Send)>>/DA(/Helv 12 Tf 0 g)", [80, 30, 120, 50]],
    ["a check box", "/FT/Btn/V/On/AS/On", [80, 20, 120, 60]],
    ["a radio button", "/FT/Btn/Ff 32768/V/On/AS/On", [80, 20, 120, 60]],
    ["a turned field", "/FT/Tx/V(Up)/DA(/Helv 12 Tf 0 g)/MK<</R 90>>", [90, 20, 110, 40]],
  ] as const) {
    test(name, async () => {
      const { inside, all } = inkIn(await mergedPage(formPdf([`${RECT}/T(f)${field}`], ASKS)), rectangle);
      assert.ok(inside > 10, `${inside} of ${all}`);
      assert.equal(all, inside);
    });
  }

  test("nothing where the value is empty or the button is off", async () => {
    const fields = [`${RECT}/T(t)/FT/Tx`, `${RECT}/T(c)/FT/Btn/V/Off`, `${RECT}/T(l)/FT/Ch/Ff 131072/Opt[(One)]`];
    assert.equal(inkIn(await mergedPage(formPdf(fields, ASKS)), [0, 0, 200, 100]).all, 0);
  });

  test("and asks its readers for nothing, so that fields of other files stay as they are", async () => {
    const [old, hidden] = [rawStream("q Q", "/Subtype/Form/BBox[0 0 160 40]"), "/FT/Tx/V(secret)"];
    const other = formPdf([`${RECT}/T(h)${hidden}/AP<</N 20 0 R>>`], "", [old]);
    const { form, shown } = formOf(await merge(other, formPdf([`${RECT}/T(f)/FT/Tx/V(seen)`], ASKS)));
    assert.equal(get(form, "NeedAppearances"), undefined);
    assert.equal(shown[0]?.trim(), "q Q");
    assert.match(shown[1] ?? "", /\(seen\) Tj/);
  });
});

describe("of such a file,", () => {
  const appearance = (text: string) =>
    rawStream(`BT /Helv 9 Tf 1 0 0 rg (${text}) Tj ET`, "/Subtype/Form/BBox[0 0 160 40]");

  test("an appearance that shows the value is kept, and another one is not", async () => {
    const fields = ["new", "old"].map(
      (value, at) => `${RECT}/T(f${at})/FT/Tx/V(new)/AP<</N ${20 + at} 0 R>>/X(${value})`,
    );
    const { shown } = formOf(await merge(textPdf("a"), formPdf(fields, ASKS, [appearance("new"), appearance("old")])));
    assert.match(shown[0] ?? "", /1 0 0 rg/);
    assert.doesNotMatch(shown[1] ?? "", /1 0 0 rg|old/);
    assert.match(shown[1] ?? "", /\(new\) Tj/);
  });

  test("the picture of a button and a script's format of a value are kept", async () => {
    const fields = [
      `${RECT}/T(b)/FT/Btn/Ff 65536/MK<</I 20 0 R>>/AP<</N 20 0 R>>`,
      `${RECT}/T(n)/FT/Tx/V(1234)/AA<</F<</S/JavaScript/JS(x)>>>>/AP<</N 20 0 R>>`,
    ];
    const { shown } = formOf(await merge(textPdf("a"), formPdf(fields, ASKS, [appearance("1,234.00")])));
    for (const content of shown) assert.match(content ?? "", /1,234\.00/);
  });

  test("the states of a button are kept, and one that lacks its state gets it", async () => {
    const states = "/AP<</N<</Chosen 20 0 R>>>>";
    const { fields } = formOf(
      await merge(textPdf("a"), formPdf([`${RECT}/T(c)/FT/Btn/V/Chosen${states}`], ASKS, [appearance("4")])),
    );
    assert.equal(nameAt(fields[0], "AS"), "Chosen");
    assert.ok(get(dictAt(dictAt(fields[0], "AP"), "N"), "Chosen") instanceof Stream);
  });

  test("text that no font has leaves the request in place", async () => {
    const { form } = formOf(await merge(textPdf("a"), formPdf([`${RECT}/T(f)/FT/Tx/V<FEFF4E2D6587>`], ASKS)));
    assert.equal(get(form, "NeedAppearances"), true);
    assert.equal(arrayAt(form, "Fields")?.length, 1);
  });
});
