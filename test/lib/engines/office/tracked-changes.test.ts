import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { type Beside, docx, paragraph, run, wordPart } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { readPages, textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const WORD = "openxmlformats-officedocument.wordprocessingml";
const CHANGE = 'w:id="1" w:author="A" w:date="2024-01-01T00:00:00Z"';

const inserted = (text: string) => `<w:ins ${CHANGE}>${run(text)}</w:ins>`;
const deleted = (text: string) => `<w:del ${CHANGE}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const printed = async (bytes: Uint8Array) => (await textOf(await printWord(bytes))).replace(/\s+/g, " ").trim();

const parts = (all: Readonly<Record<string, string>>): Beside => ({
  parts: Object.fromEntries(Object.entries(all).map(([name, content]) => [`word/${name}.xml`, content])),
  types: Object.fromEntries(Object.keys(all).map((name) => [`word/${name}.xml`, `${WORD}.${name}+xml`])),
  related: Object.keys(all).map((name) => ({ id: `r_${name}`, type: name, target: `${name}.xml` })),
});

suite("word-to-pdf with tracked changes", { skip: noOffice, concurrency: 2 }, () => {
  test("loses only the cells that are deleted", async () => {
    const cell = (text: string, change = "") =>
      `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${change}</w:tcPr>${paragraph(text)}</w:tc>`;
    const table =
      '<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>' +
      `<w:tr>${cell("one")}${cell("gone", `<w:cellDel ${CHANGE}/>`)}${cell("three")}</w:tr>` +
      `<w:tr><w:trPr><w:ins ${CHANGE}/></w:trPr>${cell("four")}${cell("five")}${cell("six")}</w:tr>` +
      `<w:tr><w:trPr><w:del ${CHANGE}/></w:trPr>${cell("seven")}</w:tr></w:tbl>`;
    assert.equal(await printed(docx(table + paragraph("end"))), "one three four five six end");
  });

  test("prints a deletion in an insertion as deleted", async () => {
    const body = paragraph(`${run("a ")}<w:ins ${CHANGE}>${deleted("gone")}</w:ins>${run("b")}`);
    assert.equal(await printed(docx(body)), "a b");
  });

  test("accepts changes in headers, footnotes and text boxes", async () => {
    const both = inserted("new ") + deleted("gone");
    const note = (id: string) => `<w:footnote w:id="${id}">${paragraph(run(`note${id} `) + both)}</w:footnote>`;
    const reference = (id: string) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const box = `<w:r><w:pict><v:shape style="width:200pt;height:40pt"><v:textbox><w:txbxContent>${paragraph(run("box ") + both)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
    const body =
      paragraph(`${run("text")}<w:del ${CHANGE}>${reference("2")}</w:del>${reference("3")}`) + paragraph(box);
    const document = docx(body, {
      ...parts({
        header: wordPart("hdr", paragraph(run("head ") + both)),
        footnotes: wordPart("footnotes", note("2") + note("3")),
      }),
      section: '<w:headerReference w:type="default" r:id="r_header"/><w:pgSz w:w="8392" w:h="11906"/>',
    });
    const text = await printed(document);
    for (const expected of ["head new", "note3 new", "box new"]) assert.ok(text.includes(expected), text);
    assert.doesNotMatch(text, /gone|note2/);
  });

  test("accepts changes in imported documents", async () => {
    const chunk = docx(paragraph(run("import ") + inserted("new") + deleted("gone")));
    const document = docx(`<w:altChunk r:id="rId40"/>${paragraph("text")}`, {
      parts: { "word/chunk.docx": chunk },
      types: { "word/chunk.docx": `${WORD}.document` },
      related: [{ id: "rId40", type: "aFChunk", target: "chunk.docx" }],
    });
    assert.equal(await printed(document), "import new text");
  });

  test("records no changes of its own", async () => {
    const settings = wordPart("settings", '<w:trackRevisions/><w:updateFields w:val="true"/>');
    const contents = `<w:sdt><w:sdtContent><w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText>TOC \\o "1-3"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("stored entry")}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:sdtContent></w:sdt>`;
    const styles = wordPart(
      "styles",
      '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>',
    );
    const document = docx(
      contents + paragraph("The heading", '<w:pStyle w:val="H"/>') + paragraph(inserted("x")),
      parts({ settings, styles }),
    );
    const [page] = await readPages(await printWord(document));
    assert.doesNotMatch(page!.text, /stored entry/);
    assert.ok(
      page!.fills.every((colour) => colour === "#000000"),
      String(page!.fills),
    );
  });
});
