import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { htmlToImage } from "../../../../lib/engines/html-to-image.ts";
import { htmlToPdf } from "../../../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../../../lib/engines/page-setup.ts";
import { cmapFor } from "../../../../lib/fonts/cmap.ts";
import { fontsFolder } from "../../../../lib/fonts/folder.ts";
import { buildFont, readTables, TRUETYPE } from "../../../../lib/fonts/sfnt.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const [PRIVATE, HAN, NEW_EMOJI] = ["\ue123", "\u{2e000}", "\u{1faea}"];

const warningsOf = async (html: string) => {
  const printed = await htmlToPdf.run({ source: { html }, pageSetup: PLAIN_PAGE }, AbortSignal.timeout(600_000));
  return printed.warnings.map(({ message }) => message);
};
const missing = (kinds: string, subject = "A character is") => [
  `${subject} in no font (${kinds}); boxes or gaps stand for them.`,
];

/** A font that has one character, as the glyph of A: its address. */
const fontWith = async (character: string): Promise<string> => {
  const tables = readTables(await readFile(join(fontsFolder, "files/LiberationSans-Regular.ttf")))!;
  const subtable = { platform: 3, encoding: 1, format: 4, glyph: () => 36 };
  const cmap = cmapFor([subtable], [character.codePointAt(0)!]);
  return `data:font/ttf;base64,${buildFont(TRUETYPE, tables.set("cmap", cmap)).toString("base64")}`;
};

suite("the characters of a page", { concurrency: 2 }, () => {
  test("are reported by kinds if they are in no font", async () => {
    assert.deepEqual(
      await warningsOf(`<p>a${PRIVATE}b${HAN}`),
      missing("private use: 1, Han: 1", "Some characters are"),
    );
    assert.deepEqual(await warningsOf(`<p>${NEW_EMOJI}`), missing("emoji: 1"));
  });

  test("are not reported if a font has them, or nothing is to be seen of them", async () => {
    const hidden = `<p hidden>${PRIVATE}<p style="visibility:hidden">${HAN}<script>"${HAN}"</script><template>${HAN}</template>`;
    const scripts = "漢字 かな 한글 عربي עברית हिन्दी ไทย 𞤀 𒀀 😀👨‍👩‍👧 ✔︎ ½ ∑ ﬁ e\u0301 \u00ad\u200b\u2060\ufeff";
    assert.deepEqual(await warningsOf(`<p>${scripts}${hidden}`), []);
  });

  test("are not reported if a font of the page has them", async () => {
    const face = `<style>@font-face{font-family:own;src:url(${await fontWith(PRIVATE)})}p{font-family:own}</style>`;
    assert.deepEqual(await warningsOf(`${face}<p>${PRIVATE}`), []);
    assert.deepEqual(await warningsOf(`${face}<p>${PRIVATE}${HAN}`), missing("Han: 1"));
    assert.deepEqual(await warningsOf(`${face}<p>x<b style="font-family:serif">${PRIVATE}`), missing("private use: 1"));
  });

  test("are reported for a picture, too", async () => {
    const picture = {
      viewport: { width: 200, height: 200, deviceScaleFactor: 1 },
      fullPage: true,
      selector: undefined,
    };
    const { warnings } = await htmlToImage.run(
      {
        source: { html: `<p>${HAN}` },
        pageSetup: { ...PLAIN_PAGE, viewport: picture.viewport },
        picture: { ...picture, format: "png", quality: 80 },
      },
      AbortSignal.timeout(600_000),
    );
    assert.deepEqual(
      warnings.map(({ message }) => message),
      missing("Han: 1"),
    );
  });
});
