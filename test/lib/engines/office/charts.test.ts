import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import sharp from "sharp";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { CHARTS, chart, chartFrame, chartOf, DRAWINGS } from "../../../support/office/chart.ts";
import { docx, paragraph } from "../../../support/office/docx.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { readPages } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const printed = async (bytes: Uint8Array) => {
  const result = await wordToPdf.run({ bytes }, AbortSignal.timeout(600_000));
  const pdf = await bytesOf(result);
  const pages = await readPages(pdf);
  return {
    text: pages
      .map(({ text }) => text)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim(),
    pictures: Buffer.from(pdf).toString("latin1").split("/Subtype/Image").length - 1,
    warnings: result.warnings.map(({ code }) => code),
  };
};

const withChart = (xml: string, frame = chartFrame("rId20")) =>
  docx(paragraph("above it") + frame + paragraph("below it"), {
    parts: { "word/charts/chart1.xml": xml },
    types: { "word/charts/chart1.xml": CHARTS },
    related: [{ id: "rId20", type: "chart", target: "charts/chart1.xml" }],
  });

const WPG = "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup";
const MC = "http://schemas.openxmlformats.org/markup-compatibility/2006";

/** A paragraph with a chart in a group of drawings, and with this for programs that do not know groups. */
const grouped = (fallback: string) =>
  `<w:p><w:r><mc:AlternateContent xmlns:mc="${MC}"><mc:Choice xmlns:wpg="${WPG}" Requires="wpg"><w:drawing><wp:inline>` +
  `<wp:extent cx="4000000" cy="3000000"/><wp:docPr id="1" name="g"/><a:graphic><a:graphicData uri="${WPG}"><wpg:wgp><wpg:cNvGrpSpPr/>` +
  '<wpg:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="3000000"/><a:chOff x="0" y="0"/><a:chExt cx="4000000" cy="3000000"/></a:xfrm></wpg:grpSpPr>' +
  '<wpg:graphicFrame><wpg:cNvPr id="2" name="c"/><wpg:cNvFrPr/><wpg:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="3000000"/></wpg:xfrm>' +
  `<a:graphic><a:graphicData uri="${DRAWINGS}/chart">${chartOf("rId20")}</a:graphicData></a:graphic></wpg:graphicFrame></wpg:wgp></a:graphicData></a:graphic>` +
  `</wp:inline></w:drawing></mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;

suite("word-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("draws a chart that counts its points wrongly, or not at all", async () => {
    for (const count of ["", '<c:ptCount val="1"/>', '<c:ptCount val="0"></c:ptCount>']) {
      const { text, warnings } = await printed(withChart(chart("1133AA").replaceAll('<c:ptCount val="3"/>', count)));
      for (const word of ["above it", "North", "West", "below it"]) assert.ok(text.includes(word), `${count}: ${text}`);
      assert.deepEqual(warnings, []);
    }
  });

  test("prints a document without the charts with which LibreOffice does not open it, and reports it", async () => {
    const { text, warnings } = await printed(
      withChart(chart("1133AA").replaceAll('ptCount val="3"', 'ptCount val="2000000000"')),
    );
    assert.equal(text, "above it below it");
    assert.deepEqual(warnings, ["chart-left-out"]);
  });

  test("reports a chart that is damaged", async () => {
    for (const xml of ["", "<html/>"]) {
      const { text, warnings } = await printed(withChart(xml));
      assert.equal(text, "above it below it");
      assert.deepEqual(warnings, ["chart-left-out"]);
    }
  });

  test("draws the picture of a chart in a group of drawings, or reports that it is missing", async () => {
    const png = await sharp({ create: { width: 31, height: 17, channels: 3, background: "#d02030" } })
      .png()
      .toBuffer();
    const document = (fallback: string) =>
      docx(paragraph("above it") + grouped(fallback), {
        parts: { "word/charts/chart1.xml": chart("1133AA"), "word/media/image1.png": png },
        types: { "word/charts/chart1.xml": CHARTS },
        related: [
          { id: "rId20", type: "chart", target: "charts/chart1.xml" },
          { id: "rId21", type: "image", target: "media/image1.png" },
        ],
      });
    const shape = '<w:pict><v:shape style="width:200pt;height:100pt"><v:imagedata r:id="rId21"/></v:shape></w:pict>';
    const drawn = await printed(document(shape));
    assert.deepEqual([drawn.pictures, drawn.warnings], [1, []]);
    const missing = await printed(document(""));
    assert.deepEqual([missing.pictures, missing.warnings], [0, ["chart-left-out"]]);
  });
});
