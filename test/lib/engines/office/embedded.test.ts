// There is no LibreOffice at this path. It has to be set before the settings are read.
process.env["PLATEN_LIBREOFFICE"] = "/nonexistent";

import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { zip } from "../../../../layers/libreoffice/zip.ts";
import { docx, paragraph, run } from "../../../support/office/docx.ts";
import { xlsx, xlsxFiles } from "../../../support/office/xlsx.ts";
import { readPages, textOf } from "../../../support/pdf-text.ts";

const { printExcel, printWord } = await import("../../../support/office/engine.ts");
const { excelToPdf } = await import("../../../../lib/engines/excel-to-pdf.ts");
const { wordToPdf } = await import("../../../../lib/engines/word-to-pdf.ts");
const { warmParts } = await import("../../../../lib/workers/warm.ts");
const { stopEngines } = await import("../../../support/print.ts");

after(stopEngines);

suite("without LibreOffice", () => {
  test("the engines are named mammoth and sheetjs", () => {
    assert.match(wordToPdf.name, /^mammoth\/\d/);
    assert.match(excelToPdf.name, /^sheetjs\/\d/);
  });

  test("the start and the health check succeed", async () => {
    await warmParts().get("libreoffice")!.start();
    await warmParts().get("libreoffice")!.check();
  });

  test("a Word document is printed with its text, its paper size and its margins", async () => {
    const body = `${paragraph(run("Bold", "<w:b/>"))}<w:tbl><w:tr><w:tc>${paragraph("cell")}</w:tc></w:tr></w:tbl>`;
    const section =
      '<w:pgSz w:w="11906" w:h="8392" w:orient="landscape"/><w:pgMar w:top="2880" w:right="720" w:bottom="720" w:left="1440"/>';
    const [page] = await readPages(await printWord(docx(body, { section })));
    assert.deepEqual([Math.round(page!.width), Math.round(page!.height)], [595, 420]);
    assert.deepEqual(page!.text.split(/\s+/).filter(Boolean), ["Bold", "cell"]);
    assert.ok(Math.abs(page!.words[0]!.x - 72) < 2 && page!.words[0]!.y > 144);
  });

  test("a workbook is printed without hidden sheets, each sheet on its paper", async () => {
    const sheets = [
      { rows: [["one <b>", 2.5]], after: '<pageSetup paperSize="8" orientation="landscape"/>' },
      { rows: [["secret"]], attributes: 'state="hidden"' },
      { rows: [["two"]] },
    ];
    const pages = await readPages(await printExcel(zip(xlsxFiles(sheets))));
    assert.deepEqual(
      pages.map(({ width, height, text }) => [Math.round(width), Math.round(height), text.replace(/\s+/g, " ").trim()]),
      [
        [1191, 842, "one <b> 2.5"],
        [595, 842, "two"],
      ],
    );
  });

  test("a linked picture is left out, and a damaged file is refused", async () => {
    const picture = { id: "rId20", type: "image", target: "http://127.0.0.1:9/a.png", isExternal: true };
    const linked = docx(paragraph("printed"), { related: [picture] });
    assert.match(await textOf(await printWord(linked)), /printed/);
    await assert.rejects(printWord(zip({ "a.txt": "x" })), { code: "UNSUPPORTED_MEDIA_TYPE" });
    await assert.rejects(printExcel(xlsx([["x"]]).subarray(0, 300)), { code: "UNSUPPORTED_MEDIA_TYPE" });
  });
});
