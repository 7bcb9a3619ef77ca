import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFDocument, type PDFHexString, PDFName, PDFRawStream, type PDFString } from "pdf-lib";
import { docx, paragraph } from "../../support/office/docx.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";
import { failure, post } from "../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../support/verapdf/validate.ts";

const PRICES = Buffer.from("Lamp,12.50\n");

interface Sent {
  readonly name: string;
  readonly type?: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

const request = (file: Uint8Array, attachments: readonly Sent[], texts: Readonly<Record<string, object>> = {}) => {
  const data = new FormData();
  data.append("file", new Blob([file as Uint8Array<ArrayBuffer>]), "file");
  for (const { name, type = "", bytes = PRICES } of attachments)
    data.append("attachments", new Blob([bytes], { type }), name);
  for (const [name, value] of Object.entries(texts)) data.append(name, JSON.stringify(value));
  return data;
};

const attached = async (
  ...[file, attachments, texts, path = "/pdf/attach"]: [...Parameters<typeof request>, string?]
) => {
  const reply = await post(path, request(file, attachments, texts));
  assert.equal(reply.status, 200, reply.ok ? "" : await reply.text());
  return Buffer.from(await reply.arrayBuffer());
};

const textOf = (value: unknown): string | undefined => (value as PDFString | PDFHexString | undefined)?.decodeText();

/** The attachments of a document, in the order of their keys, and how many files it associates. */
const attachmentsIn = async (pdf: Buffer) => {
  const { catalog } = await PDFDocument.load(pdf, { updateMetadata: false });
  const names = catalog.lookup(PDFName.of("Names"), PDFDict).lookup(PDFName.of("EmbeddedFiles"), PDFDict);
  const list = names.lookup(PDFName.of("Names"), PDFArray);
  const associated = catalog.lookupMaybe(PDFName.of("AF"), PDFArray);
  const files = Array.from({ length: list.size() / 2 }, (_, at) => {
    const file = list.lookup(2 * at + 1, PDFDict);
    const stream = file.lookup(PDFName.of("EF"), PDFDict).lookup(PDFName.of("F"));
    assert.ok(stream instanceof PDFRawStream);
    const isPacked = stream.dict.has(PDFName.of("Filter"));
    return {
      key: textOf(list.get(2 * at)),
      name: textOf(file.get(PDFName.of("UF"))),
      type: stream.dict.get(PDFName.of("Subtype"))?.toString(),
      description: textOf(file.get(PDFName.of("Desc"))),
      relationship: file.get(PDFName.of("AFRelationship"))?.toString(),
      size: stream.dict.lookupMaybe(PDFName.of("Params"), PDFDict)?.get(PDFName.of("Size"))?.toString(),
      content: Buffer.from(isPacked ? inflateSync(stream.getContents()) : stream.getContents()).toString(),
    };
  });
  return { files, associated: associated?.size() ?? 0 };
};

const facts = (name: string, type: string, more = {}) => ({
  key: name,
  name,
  type: `/${type}`,
  description: undefined,
  relationship: "/Unspecified",
  size: String(PRICES.length),
  content: PRICES.toString(),
  ...more,
});

suite("POST /pdf/attach", { concurrency: 2 }, () => {
  test("attaches files with what the options say of them", async () => {
    const options = { "a.csv": { description: "Préise", relationship: "Source" } };
    const pdf = await attached(textPdf("One"), [{ name: "a.csv" }, { name: "é.bin" }], { attachmentOptions: options });
    assert.deepEqual(await attachmentsIn(pdf), {
      files: [
        facts("a.csv", "text#2Fcsv", { description: "Préise", relationship: "/Source" }),
        facts("é.bin", "application#2Foctet-stream"),
      ],
      associated: 2,
    });
  });

  test("has the media type of the part, else that of the name", async () => {
    const files = [
      { name: "a.xml", type: "application/vnd.a+xml; charset=utf-8" },
      { name: "b.json", type: "text/plain" },
      { name: "c", type: "text/plain" },
    ];
    const types = (await attachmentsIn(await attached(textPdf("One"), files))).files.map(({ type }) => type);
    assert.deepEqual(types, ["/application#2Fvnd.a+xml", "/application#2Fjson", "/text#2Fplain"]);
  });

  test("keeps what the file holds, also under the same name, and returns the same bytes each time", async () => {
    const rich = richPdf("A");
    const pdf = await attached(rich, [{ name: "note.txt" }]);
    const { files, associated } = await attachmentsIn(pdf);
    assert.deepEqual(
      files.map(({ key, name, content }) => [key, name, content]),
      [
        ["note (2).txt", "note.txt", PRICES.toString()],
        ["note.txt", "note.txt", "A attached"],
      ],
    );
    assert.equal(associated, 1);
    assert.deepEqual(await attached(rich, [{ name: "note.txt" }]), pdf);
  });

  const printed = async (pdfA: string, attachments: readonly Sent[] = []) =>
    attached(Buffer.from("<title>A</title><p>a"), attachments, { options: { pdfA } }, "/convert/html-to-pdf");

  test("leaves PDF/A-3 as it is, and removes the claim of PDF/A-2 with a warning", async () => {
    const replies = await Promise.all(
      ["3b", "2b"].map(async (level) => post("/pdf/attach", request(await printed(level), [{ name: "a.csv" }]))),
    );
    assert.deepEqual(
      replies.map(({ headers }) => headers.get("x-warnings")),
      ["0", "1"],
    );
    const claims = await Promise.all(
      replies.map(async (reply) => /pdfaid:part/.test(Buffer.from(await reply.arrayBuffer()).toString("latin1"))),
    );
    assert.deepEqual(claims, [true, false]);
  });

  test("makes documents that veraPDF finds valid", { skip: !hasVeraPdf }, async () => {
    const added = await attached(await printed("3a", [{ name: "a.csv" }]), [{ name: "b.xml" }]);
    assert.deepEqual(veraPdfVerdicts([added]), ["3a compliant"]);
  });

  for (const [what, files, texts, message] of [
    ["no attachment", [], {}, /^attachments /],
    ["two of one name", [{ name: "a" }, { name: "a" }], {}, /^attachments must each have a file name of its own/],
    ["options of no file", [{ name: "a" }], { b: {} }, /^attachmentOptions names b,/],
    ["another relationship", [{ name: "a" }], { a: { relationship: "x" } }, /^attachmentOptions\.a\.relationship must/],
    ["an unknown option", [{ name: "a" }], { a: { size: 1 } }, /^attachmentOptions\.a has unknown size/],
  ] as const) {
    test(`is a 400 for ${what}`, async () => {
      const body = request(textPdf("One"), files, { attachmentOptions: texts });
      const { status, message: found } = await failure(await post("/pdf/attach", body));
      assert.equal(status, 400);
      assert.match(found, message);
    });
  }
});

suite("the part attachments", { concurrency: 2 }, () => {
  const DOCUMENTS = {
    "/convert/html-to-pdf": Buffer.from("<html lang=en><title>A</title><h1>A</h1>"),
    "/convert/markdown-to-pdf": Buffer.from("---\ntitle: A\n---\n# A"),
    "/convert/word-to-pdf": docx(paragraph("A")),
  };
  for (const [path, document] of Object.entries(DOCUMENTS)) {
    test(`of ${path} puts files into the PDF, PDF/A-3 or not`, async () => {
      const one = [{ name: "a.csv", type: "text/csv" }];
      for (const options of [{}, { pdfA: "3b" }]) {
        const { files, associated } = await attachmentsIn(await attached(document, one, { options }, path));
        assert.deepEqual(files, [facts("a.csv", "text#2Fcsv")]);
        assert.equal(associated, 1);
      }
    });

    test(`of ${path} is a 400 beside PDF/A-2`, async () => {
      const body = request(document, [{ name: "a" }], { options: { pdfA: "2b" } });
      assert.match((await failure(await post(path, body))).message, /^attachments needs options\.pdfA 3b or 3a/);
    });
  }
});
