import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import { mergePdf } from "../../../../lib/engines/pdf-engine.ts";
import { bytesOf } from "../../../support/finished.ts";
import { damages } from "../../../support/pdf/damage.ts";
import { pageTexts } from "../../../support/pdf/look.ts";
import { rawPdf, rawStream, textPdf } from "../../../support/pdf/raw.ts";

const { signal } = new AbortController();
const opened = async (bytes: Uint8Array): Promise<string[]> =>
  pageTexts(
    await bytesOf(
      await mergePdf.run(
        [
          { name: "a", bytes },
          { name: "b", bytes: textPdf("end") },
        ],
        signal,
      ),
    ),
  );

const modern = async (): Promise<Buffer> => {
  const pdf = await PDFDocument.create();
  for (const line of ["one", "two"]) pdf.addPage([200, 100]).drawText(line);
  return Buffer.from(await pdf.save({ useObjectStreams: true }));
};

for (const [kind, make] of [
  ["classic", async () => textPdf("one", "two")],
  ["packed in object streams", modern],
] as const) {
  describe(`a file that is ${kind}`, () => {
    for (const [name, damage] of Object.entries(damages)) {
      test(`opens with ${name}`, async () => {
        assert.deepEqual(await opened(damage(await make())), ["one", "two", "end"]);
      });
    }
  });
}

/** A file of which a second revision changes the page's text from "old" to "new". */
const revised = (): string => {
  const first = textPdf("old").toString("latin1");
  const start = /startxref\n(\d+)/.exec(first)![1];
  const offset = first.length;
  const body = `5 0 obj\n${rawStream("BT /F 18 Tf 40 100 Td (new) Tj ET")}\nendobj\n`;
  const xref = `xref\n5 1\n${String(offset).padStart(10, "0")} 00000 n \ntrailer\n<</Size 6/Root 1 0 R/Prev ${start}>>\n`;
  return `${first}${body}${xref}startxref\n${offset + body.length}\n%%EOF\n`;
};

test("reads the newest revision of a page, and no deleted object", async () => {
  assert.deepEqual(await opened(Buffer.from(revised(), "latin1")), ["new", "end"]);
});

test("reads the newest revision if the last startxref has no offset, or that of an older one", async () => {
  const older = /startxref\n(\d+)/.exec(revised())![1]!;
  for (const stated of ["oops", older, "999999", ""]) {
    const damaged = revised().replace(/startxref\n\d+(?=\n%%EOF\n$)/, `startxref\n${stated}`);
    assert.deepEqual(await opened(Buffer.from(damaged, "latin1")), ["new", "end"], stated);
  }
});

test("reads a hybrid-reference file", async () => {
  const packed =
    "3 0 <</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>";
  const plain = rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>",
    undefined,
    rawStream("BT /F 18 Tf 40 100 Td (hidden) Tj ET"),
    rawStream(packed, "/Type/ObjStm/N 1/First 4"),
  ]).toString("latin1");
  const start = plain.indexOf("xref\n");
  const rows = Buffer.from([2, 0, 5, 0]);
  const stream = `6 0 obj\n${rawStream(rows, "/Type/XRef/Size 6/W[1 2 1]/Index[3 1]")}\nendobj\n`;
  const file = `${plain.slice(0, start)}${stream}${plain
    .slice(start)
    .replace("/Root", `/XRefStm ${start}/Root`)
    .replace(/startxref\n\d+/, `startxref\n${start + stream.length}`)}`;
  assert.deepEqual(await opened(Buffer.from(file, "latin1")), ["hidden", "end"]);
});

test("opens a file without catalog and page tree by its page objects", async () => {
  const text = textPdf("one", "two").toString("latin1");
  const lost = text.slice(text.indexOf("3 0 obj"), text.indexOf("xref\n"));
  const resources = "/Resources<</Font<</F 3 0 R>>>>/MediaBox[0 0 300 200]";
  const file = `%PDF-1.4\n${lost.replaceAll("/Type/Page/", `${resources}/Type/Page/`)}`;
  assert.deepEqual(await opened(Buffer.from(file, "latin1")), ["one", "two", "end"]);
});

test("reads a stream after a comment", async () => {
  const file = textPdf("one").toString("latin1").replace(">>stream", ">>% what it is\nstream");
  assert.deepEqual(await opened(Buffer.from(file, "latin1")), ["one", "end"]);
});

test("reads an unencrypted newest revision of a file whose older revision is encrypted", async () => {
  const locked = textPdf("old")
    .toString("latin1")
    .replace("/Root 1 0 R", "/Root 1 0 R/Encrypt<</Filter/Standard/O(x)/U(y)/R 3/V 2>>");
  const file = `${locked}${textPdf("new").toString("latin1")}`.replace(/startxref\n\d+/g, "startxref\nlost");
  assert.deepEqual(await opened(Buffer.from(file, "latin1")), ["new", "end"]);
});
