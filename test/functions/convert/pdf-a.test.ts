import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFRawStream } from "pdf-lib";
import sharp from "sharp";
import { form } from "../../support/form.ts";
import { docx, paragraph, run } from "../../support/office/docx.ts";
import { xlsx } from "../../support/office/xlsx.ts";
import { withPdfJs } from "../../support/pdf/look.ts";
import { textOf } from "../../support/pdf-text.ts";
import { failure, post } from "../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../support/verapdf/validate.ts";

const HTML_PATH = "/convert/html-to-pdf";

const picture = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#f008" } })
  .png()
  .toBuffer();
const displayP3 = await sharp(picture).withIccProfile("p3").jpeg().toBuffer();
const source = (type: string, bytes: Buffer) => `src="data:image/${type};base64,${bytes.toString("base64")}"`;

const PAGE = `<!doctype html><html lang="fr"><title>Été & <b> (a) \\</title><meta name="author" content="Ann"><h1 id="a">Hello</h1>
<a href="https://example.com/">out</a> <a href="#a">in</a> <a href="#${"é".repeat(90)}">far</a> <p id="${"é".repeat(90)}">there
<img alt="p" ${source("png", picture)} style="opacity:.5"><img alt="q" ${source("jpeg", displayP3)}>
<div style="background:linear-gradient(red,#00f4);box-shadow:0 0 9px red;mix-blend-mode:multiply">gradient</div>
<input value="text"><select><option>a</select><p>😀 漢字 <b>مرحبا</b> <i>שלום</i><table><tr><th>a<td>b</table>`;

const LETTER = docx(
  `${paragraph("Hello 😀 漢字 مرحبا")}<w:p><w:hyperlink r:id="rId10">${run("out")}</w:hyperlink></w:p>` +
    paragraph(run("\uf0b7", '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol" w:hint="default"/>')),
  { related: [{ id: "rId10", type: "hyperlink", target: "https://example.com/", isExternal: true }] },
);

const office = (file: Buffer) => (options: object) => form({ file, options: JSON.stringify(options) });

const REQUESTS: Readonly<Record<string, readonly [path: string, body: (options: object) => FormData | object]>> = {
  "an HTML page": [HTML_PATH, (options) => ({ html: PAGE, options })],
  "an HTML page with properties and templates": [
    HTML_PATH,
    (options) => ({
      html: "<title>x\u0007y</title><p>text",
      options: { title: "T & é", author: "A <b>", lang: "de-AT", footerTemplate: "<b>foot", ...options },
    }),
  ],
  "a Markdown document": [
    "/convert/markdown-to-pdf",
    (options) => ({ markdown: "---\ntitle: T\nauthor: Ann\n---\n# One\n\n`code` $x^2$\n\n|a|\n|-|\n|b|\n", options }),
  ],
  "a CSV file": [
    "/convert/csv-to-pdf",
    (options) => form({ file: Buffer.from("name,é\n😀 漢字,مرحبا\nfi,12.5\n"), options: JSON.stringify(options) }),
  ],
  "a Word document": ["/convert/word-to-pdf", office(LETTER)],
  "a workbook": ["/convert/excel-to-pdf", office(xlsx([["a", "b"]]))],
};

const LEVELS = ["2b", "3b", "2a", "3a"];

const bytesOf = async (reply: Response): Promise<Buffer> => {
  assert.equal(reply.status, 200, reply.ok ? "" : await reply.text());
  return Buffer.from(await reply.arrayBuffer());
};

const converted = async (name: string, options: object): Promise<Buffer> => {
  const [path, body] = REQUESTS[name]!;
  return bytesOf(await post(path, body(options)));
};

/** The claim in the metadata, the properties in both places, the output intent and the identifier of a document. */
const archiveFacts = async (pdf: Buffer) => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const intent = document.catalog.lookup(PDFName.of("OutputIntents"), PDFArray).lookup(0, PDFDict);
  const profile = intent.lookup(PDFName.of("DestOutputProfile")) as PDFRawStream;
  const ids = document.context.trailerInfo.ID as PDFArray;
  const { info, metadata } = await withPdfJs(pdf, (open) => open.getMetadata());
  const { Title = null, Author = null } = info as Record<string, string>;
  return {
    claim: `${metadata.get("pdfaid:part")}${metadata.get("pdfaid:conformance")}`,
    same: [metadata.get("dc:title") === Title, (metadata.get("dc:creator") as string[] | null)?.[0] ?? null] as const,
    author: Author,
    intent: intent.get(PDFName.of("S"))?.toString(),
    profile: Buffer.from(profile.getContents()).toString("latin1", 12, 24),
    ids: ids.size(),
  };
};

suite("the option pdfA", () => {
  for (const name of Object.keys(REQUESTS)) {
    for (const pdfA of ["2b", "3a"]) {
      test(`makes ${name} PDF/A-${pdfA} with the same properties everywhere, and the same bytes each time`, async () => {
        const pdf = await converted(name, { pdfA });
        const { author, same, ...facts } = await archiveFacts(pdf);
        const expected = { claim: pdfA.toUpperCase(), intent: "/GTS_PDFA1", profile: "mntrRGB XYZ ", ids: 2 };
        assert.deepEqual(facts, expected);
        assert.deepEqual(same, [true, author]);
        assert.deepEqual(await converted(name, { pdfA }), pdf);
      });
    }
  }

  test("leaves text, links and outline as they are without it", async () => {
    const [plain, archived] = [await converted("an HTML page", {}), await converted("an HTML page", { pdfA: "2b" })];
    const factsOf = (pdf: Buffer) =>
      withPdfJs(pdf, async (document) => {
        const links = await (await document.getPage(1)).getAnnotations();
        const places = await Promise.all(
          links.map(({ dest, url }) => (dest ? document.getDestination(dest as string) : url)),
        );
        return {
          places: places.map((place) => JSON.stringify(place).slice(-60)),
          outline: await document.getOutline(),
        };
      });
    assert.equal(await textOf(archived), await textOf(plain));
    const [before, after] = [await factsOf(plain), await factsOf(archived)];
    assert.equal(before.places.length, 3);
    assert.equal(
      after.places.every((place) => place !== "null"),
      true,
    );
    assert.deepEqual(
      after.outline.map(({ title }) => title),
      before.outline.map(({ title }) => title),
    );
  });

  test("gives a text to each glyph of syllables and of vowel signs in level A", async () => {
    const made: Buffer[] = [];
    for (const [path, body] of [
      [HTML_PATH, (options: object) => ({ html: "<title>x</title><p>ที่นี้ प्रोग्रामिंग కార్యక్రమం ខ្មែរ", options })],
      ["/convert/word-to-pdf", office(docx(paragraph("ที่นี้ प्रोग्रामिंग قِفَا نَبْكِ مِنْ ذِكْرَى")))],
    ] as const) {
      const pdf = await bytesOf(await post(path, body({ pdfA: "2a" })));
      const text = await textOf(pdf);
      assert.ok(text.includes("ที่นี้") && !text.includes("\0"), text);
      made.push(pdf);
    }
    if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts(made), ["2a compliant", "2a compliant"]);
  });

  test("tags documents without a text in level A", async () => {
    const made: Buffer[] = [];
    for (const [path, body] of [
      [HTML_PATH, (options: object) => ({ html: "<title>x</title><canvas></canvas>", options })],
      ["/convert/excel-to-pdf", office(xlsx([]))],
    ] as const)
      made.push(await bytesOf(await post(path, body({ pdfA: "2a" }))));
    for (const pdf of made) {
      const { catalog } = await PDFDocument.load(pdf, { updateMetadata: false });
      assert.ok(catalog.has(PDFName.of("StructTreeRoot")));
    }
    if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts(made), ["2a compliant", "2a compliant"]);
  });

  test("is kept by compression, and by a merge of two such files", async () => {
    const pdf = await converted("an HTML page", { pdfA: "3b" });
    const compressed = await bytesOf(await post("/pdf/compress", form({ file: pdf, quality: "low" })));
    const merged = await bytesOf(await post("/pdf/merge", form({ files: [pdf, pdf] })));
    assert.equal((await archiveFacts(compressed)).claim, "3B");
    assert.equal((await archiveFacts(merged)).claim, "3B");
    if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([compressed, merged]), ["3b compliant", "3b compliant"]);
  });

  test("makes what veraPDF finds compliant", {
    skip: !hasVeraPdf && "VERAPDF_JARS names no folder of jars",
  }, async () => {
    const names = Object.keys(REQUESTS);
    const made: Buffer[] = [];
    for (const name of names) for (const pdfA of LEVELS) made.push(await converted(name, { pdfA }));
    assert.deepEqual(
      veraPdfVerdicts(made),
      names.flatMap(() => LEVELS.map((level) => `${level} compliant`)),
    );
    assert.doesNotMatch(veraPdfVerdicts([await converted("a CSV file", {})])[0]!, /compliant/);
  });
});

const large = `# Part\n\n${"word ".repeat(20)}\n\n`.repeat(8000);
const link = Buffer.from(displayP3);
link.write("link", link.indexOf("mntr"), "latin1");
const page = (html: string, options = {}) => ({ html, options: { pdfA: "2b", ...options } });

suite("a document that cannot be PDF/A is refused where it", () => {
  for (const [what, path, body, names] of [
    [
      "shows characters that no font has",
      HTML_PATH,
      page("<p>a \u{10fffd} b"),
      /cannot be PDF\/A: it shows characters that none of its fonts has \(ISO 19005-2, 6\.2\.11\.8,/,
    ],
    [
      "has a page of 2 px",
      HTML_PATH,
      page("<style>@page{size:2px;margin:0}</style>x"),
      /a page is smaller[^.]*\(ISO 19005-2, 6\.1\.13\)/,
    ],
    [
      "has a link of 40,000 letters",
      HTML_PATH,
      page(`<a href="https://a.example/${"a".repeat(40_000)}">x`),
      /32,767 bytes \(ISO/,
    ],
    [
      "has a picture with a profile of a link",
      HTML_PATH,
      page(`<img ${source("jpeg", link)}>`),
      /colour profile[^.]*\(ISO 19005-2, 6\.2\.4\.2\)/,
    ],
    [
      "is a table with such characters",
      "/convert/csv-to-pdf",
      form({ file: Buffer.from("a\n\u{10fffd}\n"), options: '{"pdfA":"2b"}' }),
      /shows characters/,
    ],
    [
      "is Markdown in pieces",
      "/convert/markdown-to-pdf",
      { markdown: large, options: { pdfA: "2b" } },
      /options\.pdfA is not for/,
    ],
    ["asks for a level that is none", HTML_PATH, page("x", { pdfA: "1a" }), /options\.pdfA/],
    [
      "is a Word document with such characters",
      "/convert/word-to-pdf",
      office(docx(paragraph("a \u{378} b")))({ pdfA: "2b" }),
      /shows characters that none/,
    ],
    [
      "asks for level A and has icons without a meaning",
      "/convert/word-to-pdf",
      office(docx(paragraph(run("\ue0a5", '<w:rFonts w:ascii="OpenSymbol" w:hAnsi="OpenSymbol"/>'))))({ pdfA: "2a" }),
      /no meaning in Unicode[^.]*\(ISO 19005-2, 6\.2\.11\.7,/,
    ],
  ] as const) {
    test(what, async () => {
      const { status, code, message } = await failure(await post(path, body));
      assert.deepEqual([status, code], [400, "INVALID_REQUEST"]);
      assert.match(message, names);
    });
  }
});
