import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { addSignFaces } from "../../../layers/fonts/sign-faces.ts";
import { fullestSubtable } from "../../../lib/fonts/cmap.ts";
import { fontsFolder } from "../../../lib/fonts/folder.ts";
import { outlineLengths } from "../../../lib/fonts/glyph-outlines.ts";
import { readTables } from "../../../lib/fonts/sfnt.ts";
import { symbolCharacters } from "../../../lib/ooxml/symbol-fonts.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const skip = existsSync(join(fontsFolder, "fonts.conf")) ? false : "the fonts are not set up here";

/** Characters without ink. */
const BLANK = new Set([" ", "⎪"]);

suite("a face for the codes of a symbol font", { skip, concurrency: 1 }, () => {
  const folder = temporaryFolder("signs");

  test("has a sign for each of them, as they are and in the Private Use Area", async () => {
    await addSignFaces(join(fontsFolder, "files"), folder);
    const expected = ["LikeSymbol", "Webdings", "Wingdings", "Wingdings2", "Wingdings3"].map((name) => `${name}.ttf`);
    assert.deepEqual(new Set(readdirSync(folder)), new Set(expected));
    for (const file of expected) {
      const font = file.replace(/^Like|\.ttf$/g, "").replace(/(?=\d)/, " ");
      const tables = readTables(readFileSync(join(folder, file)))!;
      const [subtable, lengths] = [fullestSubtable(tables.get("cmap")!)!, outlineLengths(tables)!];
      for (const [code, character] of symbolCharacters(font)) {
        assert.equal(subtable.glyph(0xf000 + code), subtable.glyph(code));
        assert.ok(BLANK.has(character) || lengths[subtable.glyph(code)]! > 0, `${file}: ${code}`);
      }
      assert.equal(subtable.glyph(0x3b1), 0);
    }
  });

  test("is in the font set, where only Office documents get it", () => {
    for (const file of readdirSync(folder))
      assert.deepEqual(readFileSync(join(fontsFolder, "signs", file)), readFileSync(join(folder, file)));
    assert.doesNotMatch(readFileSync(join(fontsFolder, "fonts.conf"), "utf8"), /signs/);
  });
});
