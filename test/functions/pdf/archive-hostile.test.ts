import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { reachableDictionaries } from "../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { form } from "../../support/form.ts";
import { pageTexts } from "../../support/pdf/look.ts";
import { rawPdf, rawStream } from "../../support/pdf/raw.ts";
import { post } from "../../support/platen.ts";

const PATH = "/pdf/archive";

/** A page with these entries in it and in the catalog, and objects from 5 on. */
const onePage = (page: string, catalog = "", ...objects: string[]): Buffer =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<<>>${page}>>`,
    rawStream("0 0 9 9 re f"),
    ...objects,
  ]);

const widget = (more: string) => `/Annots[<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 50 20]/F 4${more}>>]`;

suite("POST /pdf/archive", { concurrency: 2 }, () => {
  for (const [what, file] of [
    ["an event beside one that does nothing", onePage("/AA<</O<</S/JavaScript/JS(app.alert\\(1\\))>>/C<<>>>>")],
    [
      "the last of actions that follow each other in branches",
      onePage(
        "",
        "/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next[<</S/GoTo/D[3 0 R/Fit]>><</S/GoTo/D[3 0 R/Fit]/Next<</S/JavaScript/JS(app.alert\\(1\\))>>>>]>>",
      ),
    ],
  ] as const)
    test(`removes the script of ${what}`, async () => {
      const reply = await post(PATH, form({ file }));
      assert.equal(reply.status, 200, reply.ok ? "" : await reply.clone().text());
      assert.equal(reply.headers.get("x-warnings"), "1");
      assert.ok(!Buffer.from(await reply.arrayBuffer()).includes("app.alert"));
    });

  test("removes events that start nothing, without a warning", async () => {
    const look = rawStream("0 0 9 9 re f", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]");
    const reply = await post(PATH, form({ file: onePage(widget("/AA<<>>/AP<</N 5 0 R>>"), "", look) }));
    assert.equal(reply.status, 200, reply.ok ? "" : await reply.clone().text());
    assert.equal(reply.headers.get("x-warnings"), "0");
    const { document } = openWithBudget(new Uint8Array(await reply.arrayBuffer()));
    const dicts = reachableDictionaries(document.catalog);
    assert.ok(dicts.some((dict) => dict.has("AP")));
    assert.ok(!dicts.some((dict) => dict.has("AA")));
  });

  test("draws the value of a form field that has no appearance", async () => {
    const fields = "/AcroForm<</DA(/Helv 9 Tf 0 g)/DR<</Font<</Helv 6 0 R>>>>/Fields[5 0 R]>>";
    const field = "<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 90 20]/F 4/V(Hello)/DA(/Helv 9 Tf 0 g)>>";
    const helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
    const reply = await post(PATH, form({ file: onePage("/Annots[5 0 R]", fields, field, helvetica) }));
    assert.equal(reply.status, 200, reply.ok ? "" : await reply.clone().text());
    const flat = await post("/pdf/flatten", form({ file: Buffer.from(await reply.arrayBuffer()) }));
    assert.match((await pageTexts(new Uint8Array(await flat.arrayBuffer())))[0] ?? "", /Hello/);
  });

  test("refuses a form field whose value cannot be drawn", async () => {
    const file = onePage(widget("/V(Hello)"));
    assert.equal((await post(PATH, form({ file }))).status, 400);
    assert.equal((await post(PATH, form({ file: onePage(widget("")) }))).status, 200);
  });

  for (const [what, file] of [
    [
      "an order of layers that holds itself",
      onePage("", "/OCProperties<</OCGs[]/D<</Order[5 0 R]>>>>", "[5 0 R 5 0 R]"),
    ],
    [
      "looks that hold themselves",
      onePage("/Annots[<</Type/Annot/Subtype/Widget/FT/Btn/T(a)/Rect[0 0 9 9]/AP<</N 5 0 R>>>>]", "", "<</On 5 0 R>>"),
    ],
    [
      "a picture with a prediction that nobody uses",
      onePage(
        "",
        "/Spare 5 0 R",
        rawStream(
          "abc",
          "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Filter[/LZW]/DecodeParms[<</Predictor 2/BitsPerComponent 4/Columns 4>>]",
        ),
      ),
    ],
  ] as const)
    test(`ends with an answer for ${what}`, async () => {
      const { status } = await post(PATH, form({ file }));
      assert.ok(status === 200 || status === 400, String(status));
    });
});
