import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { docx, paragraph, run } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { fontsOf } from "../../../support/pdf-fonts.ts";
import { readPages } from "../../../support/pdf-text.ts";

/** A grid of 15.6 points a line, which Word's Chinese template has, on A4 with its margins. */
const GRID =
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1800" w:header="851" w:footer="992" w:gutter="0"/>' +
  '<w:docGrid w:type="lines" w:linePitch="312"/>';

const line = (font: string): string =>
  paragraph(run("他山之石可以攻玉", `<w:rFonts w:eastAsia="${font}"/><w:sz w:val="24"/>`));

suite("East Asian text in a Word document", { skip: noOffice }, () => {
  for (const font of ["宋体", "SimHei", "ＭＳ 明朝", "PMingLiU"]) {
    test(`takes one line of the grid at 12 points in ${font}`, async () => {
      // The margins leave 697.9 points: 44 lines.
      const pages = await readPages(await printWord(docx(line(font).repeat(44), { section: GRID })));
      assert.equal(pages.length, 1);
    });
  }

  test("is serif if its font is", async () => {
    const fonts = {
      SimSun: "NotoSerifSC",
      楷体: "NotoSerifSC",
      "MS Mincho": "NotoSerifJP",
      PMingLiU: "NotoSerifTC",
      Batang: "NotoSerifKR",
      SimHei: "NotoSansSC",
      "ＭＳ ゴシック": "NotoSansJP",
      "Microsoft JhengHei": "NotoSansTC",
      "Malgun Gothic": "NotoSansKR",
    };
    for (const [named, wanted] of Object.entries(fonts)) {
      const used = await fontsOf(await printWord(docx(line(named))));
      assert.deepEqual(
        used.map(({ name, missing }) => [name.replace(/^\w+\+|Office-Regular$/g, ""), missing]),
        [[wanted, false]],
        named,
      );
    }
  });
});
