import assert from "node:assert/strict";
import { test } from "node:test";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import { bytesOf } from "../../support/finished.ts";
import { pageTexts, unpacked } from "../../support/pdf/look.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";

const { signal } = new AbortController();

const element = (part: number, conformance: string, prefix = "pdfaid") =>
  `<rdf:Description xmlns:${prefix}="http://www.aiim.org/pdfa/ns/id/"><${prefix}:part>${part}</${prefix}:part>
  <${prefix}:conformance>${conformance}</${prefix}:conformance></rdf:Description>`;

const attribute = (part: number, conformance: string) =>
  `<rdf:Description xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="${part}" pdfaid:conformance='${conformance}'/>`;

const archived = (claim: string, profile = "profile", encode = (xmp: string): Buffer => Buffer.from(xmp)) =>
  rawPdf(
    [
      "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R/OutputIntents[<</S/GTS_PDFA1/DestOutputProfile 5 0 R>>]>>",
      "<</Type/Pages/Count 2/Kids[3 0 R 6 0 R]/MediaBox[0 0 99 99]>>",
      "<</Type/Page/Parent 2 0 R>>",
      rawStream(encode(`<x:xmpmeta>kept ${claim}</x:xmpmeta>`), "/Type/Metadata/Subtype/XML"),
      rawStream(profile),
      "<</Type/Page/Parent 2 0 R>>",
    ],
    "",
    "%PDF-1.4\n",
  );

const merged = async (...files: Uint8Array[]) => {
  const made = await mergePdf.run(
    files.map((bytes) => ({ name: "file.pdf", bytes })),
    signal,
  );
  return { bytes: Buffer.from(await bytesOf(made)), codes: made.warnings.map(({ code }) => code) };
};

test("a merge keeps the PDF/A claim if all files have the same, and conforms to the part", async () => {
  const { bytes, codes } = await merged(archived(element(1, "B")), archived(attribute(1, "B")));
  assert.deepEqual(codes, []);
  assert.match(unpacked(bytes), /pdfaid:part>1</);
  assert.match(bytes.toString("latin1"), /^%PDF-1\.4\n[\s\S]*GTS_PDFA1[\s\S]*\nxref\n/);
  assert.doesNotMatch(bytes.toString("latin1"), /ObjStm|XRef/);
  assert.equal((await pageTexts(bytes)).length, 4);
});

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");

test("a merge keeps a claim in UTF-16 beside the same one in UTF-8", async () => {
  const { codes } = await merged(archived(attribute(2, "B"), "profile", utf16), archived(element(2, "B")));
  assert.deepEqual(codes, []);
});

for (const [name, files] of [
  ["it is in UTF-16 and another file has none", [archived(attribute(2, "B"), "profile", utf16), textPdf("plain")]],
  ["one file has no claim", [archived(element(2, "B")), textPdf("plain")]],
  ["only another file has a claim", [textPdf("plain"), archived(attribute(2, "U"))]],
  ["the files claim different parts", [archived(element(1, "B", "id")), archived(element(3, "B"))]],
  ["the files claim different conformance levels", [archived(attribute(2, "A")), archived(element(2, "B"))]],
  ["the files have different output profiles", [archived(element(2, "B")), archived(element(2, "B"), "other")]],
] as const) {
  test(`it drops the claim, with a warning, if ${name}`, async () => {
    const { bytes, codes } = await merged(...files);
    assert.deepEqual(codes, ["pdfa-removed"]);
    assert.doesNotMatch(unpacked(bytes), /:part|:conformance/);
    assert.doesNotMatch(unpacked(bytes) + bytes.toString("latin1"), /GTS_PDFA1/);
    if (files[0].includes("kept")) assert.match(unpacked(bytes), /kept/);
  });
}

test("a file keeps its claim when a page is removed", async () => {
  const made = await removePages.run({ bytes: archived(element(1, "B")), pages: [2] }, signal);
  const bytes = Buffer.from(await bytesOf(made));
  assert.deepEqual(made.warnings, []);
  assert.match(bytes.toString("latin1"), /^%PDF-1\.4\n[\s\S]*pdfaid:part>1<[\s\S]*\nxref\n/);
  assert.doesNotMatch(bytes.toString("latin1"), /ObjStm/);
});
