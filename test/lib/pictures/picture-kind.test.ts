import assert from "node:assert/strict";
import { test } from "node:test";
import { pictureKind } from "../../../lib/pictures/picture-kind.ts";

const text = (content: string) => Buffer.from(content);
const heif = (...brands: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 12 + 4 * brands.length]),
    text(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join("")}`),
  ]);

test("a picture is known by its content", () => {
  const kinds: readonly (readonly [string | undefined, Buffer])[] = [
    ["svg", text("<svg/>")],
    ["svg", text('\ufeff<?xml version="1.0"?>\n<!-- <html> --><!DOCTYPE svg [<!ENTITY a "b">]>\n<s:svg xmlns:s="x">')],
    ["svg", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("<svg>", "utf16le")])],
    ["avif", heif("avif", "mif1")],
    ["avif", heif("mif1", "avif")],
    ["heic", heif("heic", "mif1")],
    ["jpx", Buffer.from([0xff, 0x4f, 0xff, 0x51])],
    ["tiff", text("II+\0")],
    [undefined, text("<html><svg></svg></html>")],
    [undefined, text("<!-- <svg> ")],
    [undefined, text("<!-- a --".repeat(20_000))],
    [undefined, text("BMW is a car, and no picture of Windows.")],
    [undefined, Buffer.alloc(0)],
  ];
  for (const [kind, bytes] of kinds) assert.equal(pictureKind(bytes), kind, bytes.toString("latin1", 0, 40));
});

test("the head of an SVG picture may have a document type, which ends or not", () => {
  const kindOf = (text: string) => pictureKind(Buffer.from(text));
  assert.equal(kindOf('<?xml version="1.0"?><!DOCTYPE svg []><svg xmlns="http://www.w3.org/2000/svg"/>'), "svg");
  assert.equal(kindOf('<!DOCTYPE svg [<!ENTITY a "]">]><svg/>'), undefined);
  assert.equal(kindOf('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'), "svg");
  for (const text of ['<!DOCTYPE svg [<!ENTITY a "b">]', '<?xml version="1.0"?><!DOCTYPE svg [>', "<!--", "<?xml"])
    assert.equal(kindOf(text), undefined, text);
});
