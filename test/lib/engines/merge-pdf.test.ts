import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, describe, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { mergePdf } from "../../../lib/engines/pdf-engine.ts";
import { bytesOf } from "../../support/finished.ts";
import { pageTexts, unpacked, withPdfJs } from "../../support/pdf/look.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { richPdf } from "../../support/pdf/rich.ts";

const { signal } = new AbortController();
const merge = async (...files: [string, Uint8Array][]) =>
  bytesOf(
    await mergePdf.run(
      files.map(([name, bytes]) => ({ name, bytes })),
      signal,
    ),
  );

describe("a merge of two files with one of everything", () => {
  let merged: Uint8Array;
  const see = <Seen>(look: (pdf: PDFDocumentProxy) => Promise<Seen>) => withPdfJs(merged, look);
  before(async () => {
    merged = await merge(["first.pdf", richPdf("A")], ["zweite Übung.pdf", richPdf("B")]);
  });

  test("has the pages of both in order, turned as before", async () => {
    const texts = await pageTexts(merged);
    assert.deepEqual(
      texts.map((text) => text.slice(0, 5)),
      ["A one", "A two", "B one", "B two"],
    );
    const turned = await see(async (pdf) => (await pdf.getPage(4)).rotate);
    assert.equal(turned, 90);
  });

  test("has a bookmark for each file, with the file's own bookmarks below", async () => {
    const outline = await see((pdf) => pdf.getOutline());
    assert.deepEqual(
      outline.map(({ title, items }) => [title, ...items.map((item) => item.title)]),
      [
        ["first", "A first", "A second"],
        ["zweite Übung", "B first", "B second"],
      ],
    );
  });

  test("sends each bookmark and named link to its own file's page", async () => {
    const pages = await see(async (pdf) => {
      const pageOf = async (place: string | unknown[] | null) => {
        const explicit = typeof place === "string" ? await pdf.getDestination(place) : place;
        return pdf.getPageIndex((explicit as [{ num: number; gen: number }])[0]);
      };
      const outline = await pdf.getOutline();
      const links = await Promise.all([1, 3].map(async (number) => (await pdf.getPage(number)).getAnnotations()));
      return {
        bookmarks: await Promise.all(
          outline.flatMap(({ dest, items }) => [dest, ...items.map((item) => item.dest)]).map(pageOf),
        ),
        links: await Promise.all(links.map(([link]) => pageOf(link.dest))),
      };
    });
    assert.deepEqual(pages, { bookmarks: [0, 0, 1, 2, 2, 3], links: [1, 3] });
  });

  test("keeps both fields of the same name apart, with their values", async () => {
    const form = (await PDFDocument.load(merged)).getForm();
    const values = form.getFields().map((field) => [field.getName(), form.getTextField(field.getName()).getText()]);
    assert.deepEqual(values, [
      ["name", "A value"],
      ["name_2", "B value"],
    ]);
  });

  test("keeps every page's label", async () => {
    assert.deepEqual(await see((pdf) => pdf.getPageLabels()), ["i", "A-7", "i", "B-7"]);
  });

  test("keeps the tags of both, each with its own content and meaning", async () => {
    const roles = await see((pdf) =>
      Promise.all([1, 2, 3, 4].map(async (number) => (await pdf.getPage(number)).getStructTree())),
    );
    const first = roles.map((tree) => JSON.stringify(tree).match(/"role":"(?!Root|Document|Form)(\w+)"/)?.[1]);
    assert.deepEqual(first, ["P", "TH", "H1", "TH"]);
    const text = unpacked(merged);
    for (const said of ["A said one", "A said two", "B said one", "B said two"]) assert.match(text, new RegExp(said));
  });

  test("keeps the IDs of structure elements apart, and table cells with their headers", async () => {
    const text = unpacked(merged);
    assert.match(text, /id1~2/);
    assert.equal(text.match(/id1~2/g)?.length, 3, "the element, its entry in the tree, the header that names it");
  });

  test("keeps both attachments of the same name", async () => {
    const files = await see((pdf) => pdf.getAttachments());
    const contents = [...(files instanceof Map ? files.values() : Object.values(files!))] as { content?: Uint8Array }[];
    assert.equal(contents.length, 2);
    const text = unpacked(merged);
    assert.match(text, /A attached/);
    assert.match(text, /B attached/);
  });

  test("keeps layers, and hidden layers stay hidden", async () => {
    const layers = await see(async (pdf) => {
      const config = await pdf.getOptionalContentConfig();
      return [...config].map(([, group]) => [group.name, group.visible] as const);
    });
    assert.deepEqual(
      new Map(layers),
      new Map([
        ["A hidden", false],
        ["A shown", true],
        ["B hidden", false],
        ["B shown", true],
      ]),
    );
  });

  test("has the first file's title, metadata and language", async () => {
    const { info } = await see((pdf) => pdf.getMetadata());
    assert.equal((info as { Title: string }).Title, "A title");
    assert.match(unpacked(merged), /<!-- A -->/);
    assert.doesNotMatch(unpacked(merged), /<!-- B -->/);
  });

  test("opens in pdf-lib too", async () => {
    const pdf = await PDFDocument.load(merged);
    assert.deepEqual(
      pdf.getPages().map((page) => [page.getWidth(), page.getRotation().angle]),
      Array(4).fill([300, 90]),
    );
  });
});

test("layers stay hidden when only the second file has any", async () => {
  const merged = await merge(["plain.pdf", textPdf("plain")], ["rich.pdf", richPdf("B")]);
  const visible = await withPdfJs(merged, async (pdf) =>
    [...(await pdf.getOptionalContentConfig())].map(([, group]) => group.visible),
  );
  assert.deepEqual(visible, [true, false]);
});

test("equal streams of several files are stored once", async () => {
  const once = await merge(["a.pdf", richPdf("A")], ["plain.pdf", textPdf("plain")]);
  const twice = await merge(["a.pdf", richPdf("A")], ["b.pdf", richPdf("A")]);
  const images = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1").split("A".repeat(200)).length - 1;
  assert.equal(images(once), 1);
  assert.equal(images(twice), 1);
});

const heavy = async (label: string, size: number) => {
  const pdf = await PDFDocument.create();
  pdf.addPage([200, 100]).drawText(label);
  await pdf.attach(randomBytes(size), `${label}.bin`);
  return pdf.save();
};

test("a large merge in a worker thread has the same result as a small one", async () => {
  const merged = await merge(["a.pdf", await heavy("uno", 600_000)], ["b.pdf", await heavy("due", 600_000)]);
  assert.deepEqual(await pageTexts(merged), ["uno", "due"]);
});

test("a very large merge shares the memory of its files", async () => {
  const form = Buffer.concat([await heavy("uno", 9_000_000), await heavy("due", 9_000_000)]);
  const own = form.buffer.slice(form.byteOffset, form.byteOffset + form.length);
  const border = form.lastIndexOf("%PDF-");
  const bytes = [new Uint8Array(own, 0, border), new Uint8Array(own, border)];
  const { body: made } = await mergePdf.run(
    bytes.map((file, index) => ({ name: `${index}`, bytes: file })),
    signal,
  );
  assert.ok("pieces" in made && made.pieces.length < 10);
  assert.equal(own.byteLength, 0, "it has gone to the thread");
  const merged = Buffer.concat(made.pieces);
  assert.equal(merged.length, made.size);
  assert.deepEqual(await pageTexts(merged), ["uno", "due"]);
  await made.remove?.();
  assert.deepEqual(
    made.pieces.filter(({ length }) => length > 0),
    [],
  );
});

test("an aborted merge rejects with the signal's reason, and its thread ends", async () => {
  const bytes = new Uint8Array(Buffer.concat([textPdf("long"), Buffer.alloc(2_000_000, "\n% pad")]));
  const abort = new AbortController();
  const running = mergePdf.run(
    [
      { name: "a", bytes },
      { name: "b", bytes: textPdf("x") },
    ],
    abort.signal,
  );
  abort.abort(new Error("too late"));
  await assert.rejects(running, /too late/);
});
