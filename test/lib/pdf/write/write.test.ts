import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { PDFDocument } from "pdf-lib";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { writePdf } from "../../../../lib/pdf/write/write.ts";
import { pageTexts, unpacked } from "../../../support/pdf/look.ts";
import { rawPdf } from "../../../support/pdf/raw.ts";
import { richPdf } from "../../../support/pdf/rich.ts";

const written = (bytes: Uint8Array, avoidsObjectStreams: boolean): Buffer => {
  const { catalog, info } = openWithBudget(bytes).document;
  return Buffer.concat(writePdf({ catalog, info, version: "1.4", avoidsObjectStreams, warnings: [] }).pieces);
};

test("a file without object streams has a cross-reference table, and the same content", async () => {
  const packed = written(richPdf("A"), false);
  const classic = written(richPdf("A"), true);
  const text = classic.toString("latin1");
  assert.match(packed.toString("latin1"), /\/ObjStm/);
  assert.doesNotMatch(text, /\/ObjStm|\/XRef/);
  assert.match(text, /^%PDF-1\.4\n/);
  assert.deepEqual(await pageTexts(classic), await pageTexts(packed));
  const sorted = (bytes: Buffer) => unpacked(bytes).split("\n").sort();
  assert.deepEqual(sorted(classic), sorted(packed));
  assert.equal((await PDFDocument.load(classic)).getPageCount(), 2);
});

test("the file identifier is made of the content, and the digest of the whole file", () => {
  const identifiers = new Set<string>();
  for (const classic of [false, true]) {
    for (const name of ["A", "B", "A"]) {
      const bytes = written(richPdf(name), classic);
      const [, first, second] = /\/ID\[<([\da-f]{32})><([\da-f]{32})>\]/.exec(bytes.toString("latin1")) ?? [];
      assert.ok(first);
      assert.equal(first, second);
      identifiers.add(first);
    }
  }
  assert.equal(identifiers.size, 4);
  const { catalog } = openWithBudget(richPdf("A")).document;
  const { pieces, digest } = writePdf({ catalog, version: "1.4", warnings: [] });
  assert.equal(digest, hash("sha256", Buffer.concat(pieces), "base64url"));
});

test("objects that were not parsed are copied with their references renumbered", async () => {
  const odd = [
    "[1 2 3 0 R]",
    "<</A[ 6 0 R(5 0 R \\( in \\) (a) string)<35 20 30>]/B -1.50/C<</D 7 0 R>>/E true/F null/G +3/H .5>>",
    "[[[[7 0 R/N]]]6  0\nR]",
    "<</Name#20escaped 6 0 R>>",
    "[%5 0 R\n6 0 R 1.2.3]",
  ];
  const objects = [
    "<</Type/Catalog/Pages 2 0 R/PieceInfo[8 0 R 9 0 R 10 0 R 11 0 R 12 0 R]>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
    "(never)",
    "(nor this)",
    "<</Six(is here)>>",
    "<</Seven(too)>>",
    ...odd,
  ];
  for (const classic of [false, true]) {
    const { catalog } = openWithBudget(written(rawPdf(objects), classic)).document;
    const seen = (value: unknown): unknown => {
      if (value instanceof Map) return Object.fromEntries([...value].map(([key, entry]) => [key, seen(entry)]));
      if (Array.isArray(value)) return value.map(seen);
      if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
      if (value !== null && typeof value === "object" && "text" in value) return `/${value.text}`;
      if (value !== null && typeof value === "object" && "traversal" in value && "value" in value) {
        return value.value instanceof Map && value.value.has("MediaBox") ? "page" : seen(value.value);
      }
      return value;
    };
    const six = { Six: "is here" };
    const seven = { Seven: "too" };
    assert.deepEqual(seen(catalog.get("PieceInfo")), [
      [1, 2, "page"],
      { A: [six, "5 0 R ( in ) (a) string", "5 0"], B: -1.5, C: { D: seven }, E: true, F: null, G: 3, H: 0.5 },
      [[[[seven, "/N"]]], six],
      { "Name escaped": six },
      [six, 1.2],
    ]);
  }
});
