import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { withVisibleMarkers } from "../../../lib/ooxml/chart-markers.ts";
import { CHARTS, chart, chartFrame } from "../../support/office/chart.ts";
import { docx } from "../../support/office/docx.ts";
import { noOffice, printWord } from "../../support/office/engine.ts";
import { readPages } from "../../support/pdf-text.ts";
import { stopEngines } from "../../support/print.ts";

after(stopEngines);

const WHITE = '<a:srgbClr val="FFFFFF"/>';
const RED = '<a:srgbClr val="D02030"/>';

const marker = (fill: string, outline: string): string =>
  `<c:marker><c:symbol val="circle"/><c:size val="9"/><c:spPr>${fill}<a:ln w="9525">${outline}</a:ln></c:spPr></c:marker>`;
const solid = (colour: string): string => `<a:solidFill>${colour}</a:solidFill>`;

/** A chart with a line that is not drawn, whose points have these markers. */
const points = (markers: string): string =>
  chart("FFFFFF")
    .replace('<c:barDir val="col"/><c:grouping val="clustered"/>', '<c:grouping val="standard"/>')
    .replaceAll("c:barChart", "c:lineChart")
    .replace(/<c:spPr>.*?<\/c:spPr>/, `<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>${markers}`)
    .replace('</c:ser><c:axId val="1"/>', '</c:ser><c:marker val="1"/><c:axId val="1"/>');

const fillsOf = async (markers: string): Promise<readonly string[]> => {
  const document = docx(chartFrame("rId20"), {
    parts: { "word/charts/chart1.xml": points(markers) },
    types: { "word/charts/chart1.xml": CHARTS },
    related: [{ id: "rId20", type: "chart", target: "charts/chart1.xml" }],
  });
  return (await readPages(await printWord(document)))[0]!.fills;
};

suite("a white marker of a chart", { concurrency: 2 }, () => {
  test("is printed in the colour of its outline", { skip: noOffice }, async () => {
    assert.ok((await fillsOf(marker(solid(WHITE), solid(RED)))).includes("#d02030"));
  });

  for (const [what, colour] of [
    ["a number", '<a:srgbClr val="ffffff"></a:srgbClr>'],
    ["a colour of the theme", '<a:schemeClr val="bg1"/>'],
    ["a colour of the system", '<a:sysClr val="window" lastClr="FFFFFF"/>'],
    ["a name", '<a:prstClr val="white"/>'],
  ] as const)
    test(`has no fill if it has an outline, with ${what} for white`, () => {
      const changed = withVisibleMarkers(points(marker(solid(colour), solid(RED))));
      assert.equal(changed, points(marker("<a:noFill/>", solid(RED))));
    });

  test("stays as it is without an outline that can be seen", () => {
    for (const outline of ["", "<a:noFill/>", solid(WHITE)])
      assert.equal(withVisibleMarkers(points(marker(solid(WHITE), outline))), undefined);
  });
});

test("a marker in another colour stays as it is", () => {
  const grey = '<a:schemeClr val="bg1"><a:lumMod val="65000"/></a:schemeClr>';
  for (const fill of [solid(RED), solid(grey), "<a:noFill/>", ""])
    assert.equal(withVisibleMarkers(points(marker(fill, solid(RED)))), undefined);
});
