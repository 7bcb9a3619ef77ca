import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { PDFDocument } from "pdf-lib";
import { OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import { wordToPdf } from "../../../lib/engines/word-to-pdf.ts";
import { type Beside, docx, paragraph, run, wordPart } from "../../support/office/docx.ts";
import { noOffice, printWord } from "../../support/office/engine.ts";
import { withPdfJs } from "../../support/pdf/look.ts";
import { readPages, textOf } from "../../support/pdf-text.ts";
import { stopEngines } from "../../support/print.ts";

after(stopEngines);

const WORD = "openxmlformats-officedocument.wordprocessingml";

/** A further part of a Word document, with its relationship and content type. */
const part = (name: string, type: string, content: string): Beside => ({
  parts: { [`word/${name}.xml`]: content },
  types: { [`word/${name}.xml`]: `${WORD}.${type}+xml` },
  related: [{ id: `r_${name}`, type, target: `${name}.xml` }],
});

const together = (...all: Beside[]): Beside => ({
  parts: Object.assign({}, ...all.map(({ parts }) => parts)),
  types: Object.assign({}, ...all.map(({ types }) => types)),
  related: all.flatMap(({ related = [] }) => related),
});

const field = (instruction: string) => `<w:fldSimple w:instr="${instruction}"><w:r><w:t>?</w:t></w:r></w:fldSimple>`;
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
const text = async (bytes: Buffer) => (await textOf(await printWord(bytes))).replace(/\s+/g, " ").trim();

suite("word-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  test("is named by the version of the LibreOffice that converts", async () => {
    assert.match(wordToPdf.name, /^libreoffice\/25\.2\.\d+$/);
    const pdf = await PDFDocument.load(await printWord(docx(paragraph("Hello"))), { updateMetadata: false });
    assert.ok(pdf.getProducer()?.startsWith(`LibreOffice ${wordToPdf.name.slice(12)}`));
  });

  test("prints the document's paper size, header and footer, and page numbers", async () => {
    const reference = (kind: string) => `<w:${kind}Reference w:type="default" r:id="r_${kind}1"/>`;
    const document = docx(paragraph("One") + pageBreak + paragraph("Two"), {
      ...together(
        part("header1", "header", wordPart("hdr", paragraph("The head"))),
        part(
          "footer1",
          "footer",
          wordPart("ftr", paragraph(run("Page ") + field("PAGE") + run(" of ") + field("NUMPAGES"))),
        ),
      ),
      section: `${reference("header")}${reference("footer")}<w:pgSz w:w="8392" w:h="11906"/>`,
    });
    const pages = await readPages(await printWord(document));
    assert.deepEqual(
      pages.map((page) => page.text.replace(/\s+/g, " ").trim()),
      ["The head Page 1 of 2 One", "The head Page 2 of 2 Two"],
    );
    assert.deepEqual([Math.round(pages[0]!.width), Math.round(pages[0]!.height)], [420, 595]);
  });

  test("prints tracked changes as accepted, and no comments", async () => {
    const change = 'w:id="1" w:author="A" w:date="2024-01-01T00:00:00Z"';
    const body =
      paragraph(`${run("Keep ")}<w:ins ${change}>${run("this new ")}</w:ins>`) +
      paragraph(`<w:del ${change}><w:r><w:delText>gone</w:delText></w:r></w:del>${run("text")}`) +
      paragraph(
        '<w:commentRangeStart w:id="0"/><w:r><w:t>said</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',
      );
    const comments = wordPart("comments", `<w:comment w:id="0" w:author="A">${paragraph("a remark")}</w:comment>`);
    const pdf = await printWord(docx(body, part("comments", "comments", comments)));
    assert.equal((await textOf(pdf)).replace(/\s+/g, " ").trim(), "Keep this new text said");
    assert.ok((await readPages(pdf))[0]!.fills.every((colour) => colour === "#000000"));
    assert.ok(!Buffer.from(pdf).includes("remark"));
  });

  test("prints footnotes, lists, tables and right-to-left text", async () => {
    const numbering = wordPart(
      "numbering",
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    );
    const footnotes = wordPart("footnotes", `<w:footnote w:id="2">${paragraph("at the foot")}</w:footnote>`);
    const body =
      paragraph(`${run("noted")}<w:r><w:footnoteReference w:id="2"/></w:r>`) +
      paragraph("item", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') +
      `<w:tbl><w:tr><w:tc>${paragraph("left")}</w:tc><w:tc>${paragraph("right")}</w:tc></w:tr></w:tbl>` +
      paragraph(`<w:r><w:rPr><w:rtl/></w:rPr><w:t>שלום עולם</w:t></w:r>`, "<w:bidi/>");
    const beside = together(part("numbering", "numbering", numbering), part("footnotes", "footnotes", footnotes));
    const found = await text(docx(body, beside));
    for (const wanted of [/noted/, /iii\) ?item/, /left right/, /at the foot/, /עולם|םלוע/])
      assert.match(found, wanted);
  });

  test("writes title, author, bookmarks for headings, links and tags into the PDF", async () => {
    const styles = wordPart(
      "styles",
      '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>',
    );
    const body =
      paragraph("First chapter", '<w:pStyle w:val="H1"/>') +
      paragraph(`<w:hyperlink r:id="rId20">${run("a link")}</w:hyperlink>`);
    const core =
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The title</dc:title><dc:creator>The author</dc:creator></cp:coreProperties>';
    const own: Beside = {
      parts: { "docProps/core.xml": core },
      types: { "docProps/core.xml": "openxmlformats-package.core-properties+xml" },
      related: [{ id: "rId20", type: "hyperlink", target: "https://example.com/", isExternal: true }],
    };
    const type = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";
    const root = [{ id: "rId2", type, target: "docProps/core.xml" }];
    const printed = await printWord(docx(body, { ...together(part("styles", "styles", styles), own), root }));
    const pdf = await PDFDocument.load(printed, { updateMetadata: false });
    assert.deepEqual([pdf.getTitle(), pdf.getAuthor()], ["The title", "The author"]);
    assert.deepEqual((await readPages(printed))[0]!.links, ["https://example.com/"]);
    const raw = Buffer.from(printed).toString("latin1");
    assert.match(raw, /\/Outlines \d+ 0 R/);
    assert.match(raw, /\/MarkInfo ?<< ?\/Marked true/);
  });

  test("replaces fonts with metric-compatible ones", async () => {
    const named = ["Calibri", "Cambria", "Arial", "Times New Roman", "Courier New"];
    const body = named
      .map((name) => paragraph(run("Text", `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`)))
      .join("");
    const raw = Buffer.from(await printWord(docx(body))).toString("latin1");
    const fonts = new Set([...raw.matchAll(/\/FontName\/\w+\+(\w+)/g)].map(([, name]) => name));
    assert.deepEqual(fonts, new Set(["Carlito", "Caladea", "LiberationSans", "LiberationSerif", "LiberationMono"]));
  });

  test("replaces other missing fonts with fonts of their kind", async () => {
    const kinds = {
      "Calibri Light": "swiss",
      Aptos: "swiss",
      Tahoma: "swiss",
      "No Such Sans": "swiss",
      Consolas: "modern",
    };
    const table = Object.entries(kinds).map(
      ([name, kind]) =>
        `<w:font w:name="${name}"><w:family w:val="${kind}"/><w:pitch w:val="${kind === "modern" ? "fixed" : "variable"}"/></w:font>`,
    );
    const body = Object.keys(kinds)
      .map((name) => paragraph(run("Text", `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`)))
      .join("");
    const document = docx(body, part("fontTable", "fontTable", wordPart("fonts", table.join(""))));
    const raw = Buffer.from(await printWord(document)).toString("latin1");
    const fonts = new Set([...raw.matchAll(/\/FontName\/\w+\+([\w-]+)/g)].map(([, name]) => name));
    const wanted = ["Carlito", "LiberationSans", "LikeAptos-Regular", "LikeConsolas-Regular", "WineTahoma"];
    assert.deepEqual([...fonts].sort(), wanted);
  });

  test("prints bold Tahoma with thicker letters, in the widths of its bold face", async () => {
    const tahoma = (properties: string) =>
      paragraph(run("Emphasis", `<w:rFonts w:ascii="Tahoma" w:hAnsi="Tahoma"/>${properties}`));
    const strokes = async (properties: string) =>
      withPdfJs(await printWord(docx(tahoma(properties))), async (pdf) => {
        const { fnArray, argsArray } = await (await pdf.getPage(1)).getOperatorList();
        return fnArray.flatMap((code, index) => (code === OPS.setTextRenderingMode ? argsArray[index] : []));
      });
    assert.deepEqual(await strokes(""), []);
    const filledAndStroked = 2; // the text rendering mode (ISO 32000-1, 9.3.6)
    assert.ok((await strokes("<w:b/>")).includes(filledAndStroked));
    const raw = Buffer.from(await printWord(docx(tahoma("<w:b/>")))).toString("latin1");
    assert.match(raw, /\/FontName\/\w+\+WineTahomaBold/);
  });

  test("refuses a truncated document as an unsupported media type", async () => {
    const torn = docx(paragraph("Hello")).toString("latin1");
    await assert.rejects(printWord(Buffer.from(torn.slice(0, torn.length / 2), "latin1")), {
      code: "UNSUPPORTED_MEDIA_TYPE",
    });
  });
});
