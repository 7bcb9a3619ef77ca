import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { adjustedTables, fontFile } from "../../../layers/fonts/adjusted-face.ts";
import { readCollection } from "../../../lib/fonts/collection.ts";
import { fontsFolder } from "../../../lib/fonts/folder.ts";
import { readTables, type Tables } from "../../../lib/fonts/sfnt.ts";

const fontPath = (name: string): string => join(fontsFolder, "files", name);
const skip = existsSync(join(fontsFolder, "fonts.conf")) ? false : "the fonts are not set up here";

/** Ascent, descent and gap of a face in the three places that programs read (OpenType, "hhea" and "OS/2"), in parts of its em. */
const linesOf = (tables: Tables): number[][] => {
  const [hhea, os2] = [tables.get("hhea")!, tables.get("OS/2")!];
  const em = tables.get("head")!.readUInt16BE(18);
  const rounded = (values: readonly number[]) => values.map((value) => Math.round((value / em) * 1000) / 1000);
  return [
    rounded([hhea.readInt16BE(4), -hhea.readInt16BE(6), hhea.readInt16BE(8)]),
    rounded([os2.readInt16BE(68), -os2.readInt16BE(70), os2.readInt16BE(72)]),
    rounded([os2.readUInt16BE(74), os2.readUInt16BE(76), 0]),
  ];
};

const checksumOf = (font: Buffer): number => {
  let sum = 0;
  for (let at = 0; at < font.length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
  return sum;
};

suite("a font of the set with an added face for Office documents", { skip }, () => {
  const [plain, office] = skip === false ? readCollection(readFileSync(fontPath("NotoSansSC_400Regular.ttc")))! : [];

  test("keeps its own lines, which other documents have", () => {
    assert.deepEqual(linesOf(plain!)[0], [1.16, 0.288, 0]);
  });

  test("has the lines of Word in the added face", () => {
    const wanted = [1.02, 0.27, 0];
    assert.deepEqual(linesOf(office!), [wanted, wanted, wanted]);
  });

  test("has its outlines once", () => {
    for (const tag of ["glyf", "loca", "cmap", "GSUB"]) {
      assert.equal(office!.get(tag)!.byteOffset, plain!.get(tag)!.byteOffset, tag);
    }
    assert.notEqual(office!.get("name")!.byteOffset, plain!.get("name")!.byteOffset);
  });
});

suite("a font in another family", { skip }, () => {
  const plain = () => readTables(readFileSync(fontPath("Caladea-Bold.ttf")))!;
  const adjusted = (size: number) =>
    adjustedTables(plain(), { family: "Like Nothing", ascent: 0.9, descent: 0.25, size });

  test("is a file with the checksum that fonts have", () => {
    assert.equal(checksumOf(fontFile(adjusted(1))), 0xb1b0afba);
    assert.deepEqual(linesOf(readTables(fontFile(adjusted(1)))!)[0], [0.9, 0.25, 0]);
  });

  test("has its family's name, its own style and the notices of its authors", () => {
    const names = adjusted(1).get("name")!.subarray(6).swap16().toString("utf16le");
    assert.ok(names.includes("Like Nothing"));
    assert.ok(names.includes("Like Nothing Bold"));
    assert.ok(names.includes("LikeNothing-Bold"));
    assert.match(names, /Copyright/);
    assert.match(names, /SIL Open Font License/);
  });

  test("has larger letters and the same lines if its size is adjusted", () => {
    const [letters, larger] = [adjusted(1), adjusted(1.25)];
    const em = (tables: Tables) => tables.get("head")!.readUInt16BE(18);
    assert.equal(em(larger), em(letters) / 1.25);
    assert.deepEqual(linesOf(larger)[0], linesOf(letters)[0]);
    assert.deepEqual(larger.get("hmtx"), letters.get("hmtx"));
  });
});
