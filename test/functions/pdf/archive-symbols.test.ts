import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { archived } from "../../support/pdf/archived.ts";
import { drawnPages } from "../../support/pdf/drawn.ts";
import { pageTexts } from "../../support/pdf/look.ts";
import { onePage } from "../../support/pdf/raw.ts";
import { failure, post } from "../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../support/verapdf/validate.ts";

const PATH = "/pdf/archive";
const INVOICE = readFileSync(new URL("../../../samples/invoice.xml", import.meta.url));

/** A page with a text in a font that is not embedded. */
const shown = (font: string, text: string): Buffer =>
  onePage({
    content: `BT /S 16 Tf 5 270 Td ${text} ET`,
    page: "/MediaBox[0 0 320 300]",
    resources: `/Font<</S<</Type/Font/Subtype/Type1${font}>>>>`,
  });

/** All codes of a font, a line for each sixteen; `gaps` are those that it leaves out. */
const allCodes = (gaps: readonly (readonly [first: number, last: number])[]): string =>
  Array.from({ length: 14 }, (_, line) => {
    const codes = Array.from({ length: 16 }, (_, at) => 32 + 16 * line + at);
    const known = codes.filter((code) => !gaps.some(([first, last]) => code >= first && code <= last));
    return `<${Buffer.from(known).toString("hex")}> Tj 0 -18 Td`;
  }).join(" ");

const ENDS = [
  [240, 240],
  [255, 255],
] as const;

const FILES: Readonly<Record<string, Buffer>> = {
  "all of Symbol": shown("/BaseFont/Symbol", allCodes([[127, 159], ...ENDS])),
  "all of ZapfDingbats": shown("/BaseFont/ZapfDingbats", allCodes([[127, 127], [142, 160], ...ENDS])),
  "Symbol with differences and widths": shown(
    "/BaseFont/Symbol/FirstChar 65/LastChar 68/Widths[549 713 603 250]/Encoding<</Differences[65/plusminus/infinity/sigma/.notdef]>>",
    "(ABDC) Tj",
  ),
  "ZapfDingbats with an encoding for letters": shown("/BaseFont/ZapfDingbats/Encoding/WinAnsiEncoding", "(4ln) Tj"),
  "Symbol with codes that mean nothing": shown("/BaseFont/Symbol", "(a\\200\\rb) Tj"),
};

suite("POST /pdf/archive of files that name Symbol or ZapfDingbats", { concurrency: 2 }, () => {
  for (const [what, file] of Object.entries(FILES)) {
    test(`embeds ${what}, which looks as PDFium draws it without`, async () => {
      const result = await archived(file);
      const [[before], [after]] = [await drawnPages(file), await drawnPages(result)];
      assert.ok(before!.some((byte) => byte < 128));
      assert.ok(after!.equals(before!));
      assert.deepEqual(await archived(file), result);
    });
  }

  test("keeps the text of Symbol", async () => {
    const texts = await pageTexts(FILES["all of Symbol"]!);
    assert.ok(texts[0]!.length > 180);
    assert.deepEqual(await pageTexts(await archived(FILES["all of Symbol"]!)), texts);
  });

  test("says which characters the marks of ZapfDingbats are", async () => {
    const [marks] = await pageTexts(await archived(FILES["all of ZapfDingbats"]!));
    // ITC Zapf Dingbats Glyph List of Adobe: a1, a20, a71, a73, a100, a89, a96, a120, a191
    assert.equal([...marks!].length, 201);
    for (const mark of "✁✔●■❞❨❵①➾") assert.ok(marks!.includes(mark), mark);
    assert.deepEqual(await pageTexts(await archived(shown("/BaseFont/ZapfDingbats", "(4l\\254) Tj"))), ["✔●①"]);
  });

  test("makes files that veraPDF finds valid, also e-invoices", { skip: !hasVeraPdf }, async () => {
    const results = await Promise.all(Object.values(FILES).map((file) => archived(file)));
    const invoice = await archived(FILES["all of Symbol"]!, { eInvoice: INVOICE });
    assert.deepEqual(veraPdfVerdicts([...results, invoice]), [...results.map(() => "2b compliant"), "3b compliant"]);
  });

  test("embeds a font once for the boxes of a form that each have their own", async () => {
    const boxes = (count: number) =>
      onePage({
        content: Array.from({ length: count }, (_, at) => `BT /S${at} 9 Tf 9 ${9 * at} Td (4) Tj ET`).join(" "),
        resources: `/Font<<${Array.from({ length: count }, (_, at) => `/S${at}<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>`).join("")}>>`,
      });
    const [few, many] = await Promise.all([archived(boxes(1)), archived(boxes(60))]);
    assert.ok(many.length - few.length < 60 * 100, `${few.length} and ${many.length} bytes`);
  });

  const wrong: Readonly<Record<string, Buffer>> = {
    "Symbol with the widths of another font": shown("/BaseFont/Symbol/FirstChar 97/LastChar 97/Widths[556]", "(a) Tj"),
    "a glyph that ZapfDingbats does not have": shown(
      "/BaseFont/ZapfDingbats/Encoding<</Differences[97/germandbls]>>",
      "(a) Tj",
    ),
    "another font of symbols": shown("/BaseFont/Wingdings", "(a) Tj"),
  };
  for (const [what, file] of Object.entries(wrong)) {
    test(`is a 400 for ${what}`, async () => {
      const { status, message } = await failure(await post(PATH, form({ file })));
      assert.equal(status, 400);
      assert.match(message, /^file: .*not embedded.*6\.2\.11\.4\.1/);
    });
  }
});
