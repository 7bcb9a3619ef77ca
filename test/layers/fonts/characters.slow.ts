import assert from "node:assert/strict";
import { join } from "node:path";
import { suite, test } from "node:test";
import { charactersOf } from "../../../layers/fonts/characters.ts";
import { hasFont } from "../../../lib/fonts/characters.ts";
import { fontsFolder } from "../../../lib/fonts/folder.ts";

suite("the list of characters that have a font", () => {
  test("is that of the font files; Debian's emoji font may be newer", async () => {
    const marks = await charactersOf(join(fontsFolder, "files"));
    const listed = Uint8Array.from(marks, (_, code) => Number(hasFont(String.fromCodePoint(code))));
    const differing = [...marks.keys()].filter((code) => code >= 0x20 && marks[code] !== listed[code]);
    assert.ok(marks.filter((mark) => mark === 1).length > 70_000);
    for (const code of differing) {
      assert.equal(marks[code], 1, `U+${code.toString(16)} is listed and has no font`);
      assert.match(String.fromCodePoint(code), /\p{Extended_Pictographic}/u, `U+${code.toString(16)} is not listed`);
    }
  });
});
