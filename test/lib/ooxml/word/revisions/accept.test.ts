import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { withChangesAccepted } from "../../../../../lib/ooxml/word/revisions/accept.ts";

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const inserted = (content: string) => `<w:ins w:id="1" w:author="A">${content}</w:ins>`;
const deleted = (text: string) => `<w:del w:id="2"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const paragraph = (content: string, properties = "") =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const style = (name: string) => `<w:pStyle w:val="${name}"/>`;
const deletedMark = '<w:rPr><w:del w:id="3"/></w:rPr>';
const cell = (content: string, properties = "") =>
  `<w:tc>${properties && `<w:tcPr>${properties}</w:tcPr>`}${content}</w:tc>`;
const row = (cells: string, properties = "") =>
  `<w:tr>${properties && `<w:trPr>${properties}</w:trPr>`}${cells}</w:tr>`;
const table = (...rows: string[]) => `<w:tbl>${rows.join("")}</w:tbl>`;
const document = (body: string) => `<w:document><w:body>${body}</w:body></w:document>`;

/** The body with its changes accepted, without elements that have become empty. */
const accepted = (body: string): string =>
  (withChangesAccepted(document(body)) ?? "unchanged")
    .replace(/^<w:document><w:body>|<\/w:body><\/w:document>$/g, "")
    .replace(/<w:(rPr|pPr|trPr|tcPr)><\/w:\1>/g, "")
    .replace(/<w:(rPr|pPr|trPr|tcPr)><\/w:\1>/g, "");

suite("tracked changes of a Word part", () => {
  test("leave a part without any as it is", () => {
    assert.equal(withChangesAccepted(document(paragraph(run("insert <w:insideH/> and delete")))), undefined);
  });

  test("text that was added or moved here stays, and text that was deleted or moved away goes", () => {
    const moved = `<w:moveFromRangeStart w:id="4" w:name="m"/><w:moveFrom w:id="5">${run("from")}</w:moveFrom><w:moveFromRangeEnd w:id="4"/>`;
    const added = `<w:moveTo w:id="6">${run("to")}${deleted("gone")}</w:moveTo>`;
    assert.equal(
      accepted(paragraph(run("a") + inserted(run("b") + deleted("c")) + deleted("d") + moved + added)),
      paragraph(run("a") + run("b") + run("to")),
    );
  });

  test("properties are as they are after their change", () => {
    const before = '<w:rPrChange w:id="7"><w:rPr><w:i/><w:del w:id="8"/></w:rPr></w:rPrChange>';
    assert.equal(
      accepted(
        `<w:p><w:pPr><w:numPr><w:ins w:id="1"/></w:numPr><w:pPrChange w:id="2"><w:pPr/></w:pPrChange></w:pPr><w:r><w:rPr><w:b/>${before}</w:rPr></w:r></w:p>`,
      ),
      "<w:p><w:pPr><w:numPr></w:numPr></w:pPr><w:r><w:rPr><w:b/></w:rPr></w:r></w:p>",
    );
  });

  test("a paragraph whose mark is deleted joins the next one, which keeps its own properties", () => {
    assert.equal(
      accepted(
        paragraph(run("1"), style("One") + deletedMark) +
          '<w:bookmarkStart w:id="9" w:name="b"/>' +
          paragraph(run("2"), style("Two") + deletedMark) +
          paragraph(run("3"), style("Three")),
      ),
      `<w:p><w:pPr>${style("Three")}</w:pPr>${run("1")}<w:bookmarkStart w:id="9" w:name="b"/>${run("2")}${run("3")}</w:p>`,
    );
    assert.equal(accepted(`${paragraph(run("1"), deletedMark)}<w:p w:x="1"/>`), `<w:p w:x="1">${run("1")}</w:p>`);
  });

  test("a deleted paragraph goes before a table and at the end of a cell, and never takes text with it", () => {
    const kept = table(row(cell(paragraph(run("x")))));
    const gone = paragraph(deleted("gone"), deletedMark);
    assert.equal(accepted(gone + kept + paragraph(run("z"))), kept + paragraph(run("z")));
    assert.equal(accepted(paragraph(run("y"), deletedMark) + kept), paragraph(run("y")) + kept);
    assert.equal(accepted(table(row(cell(paragraph(run("x")) + gone)))), kept);
    assert.equal(accepted(table(row(cell(gone)))), table(row(cell(paragraph("")))));
    assert.equal(accepted(`${paragraph(run("y"), deletedMark)}<w:sectPr/>`), `${paragraph(run("y"))}<w:sectPr/>`);
  });

  test("text joins across a table of which nothing is left", () => {
    const gone = table(row(cell(paragraph(deleted("gone"))), '<w:del w:id="1"/>'));
    assert.equal(
      accepted(paragraph(run("a"), deletedMark) + gone + paragraph(run("b"))),
      paragraph(run("a") + run("b")),
    );
  });

  test("deleted cells and rows go, and only they", () => {
    const text = (content: string, properties = "") => cell(paragraph(run(content)), properties);
    assert.equal(
      accepted(
        table(
          row(text("1", '<w:cellIns w:id="1"/>') + text("2", '<w:cellDel w:id="2"/>') + text("3")),
          row(text("4"), '<w:ins w:id="3"/>'),
          row(text("5"), '<w:del w:id="4"/>'),
          row(text("6", '<w:cellDel w:id="5"/>')),
        ),
      ),
      table(row(text("1") + text("3")), row(text("4"))),
    );
  });

  test("merged cells are merged", () => {
    const merged = (value: string) => cell("<w:p/>", `<w:cellMerge w:id="1" w:vMerge="${value}"/>`);
    const after = (value: string) => cell("<w:p></w:p>", `<w:vMerge w:val="${value}"/>`);
    assert.equal(
      accepted(table(row(merged("rest")), row(merged("cont")))),
      table(row(after("restart")), row(after("continue"))),
    );
  });

  test("a bookmark of which one end was in deleted text stays", () => {
    const start = (id: number) => `<w:bookmarkStart w:id="${id}" w:name="b${id}"/>`;
    const end = (id: number) => `<w:bookmarkEnd w:id="${id}"/>`;
    assert.equal(
      accepted(paragraph(`<w:del w:id="1">${start(1)}${start(2)}${end(2)}${run("x")}</w:del>${run("y")}${end(1)}`)),
      paragraph(start(1) + run("y") + end(1)),
    );
  });

  test("the rest of a deleted field's code is no text, and a whole field stays", () => {
    const code = "<w:r><w:instrText> \\* MERGEFORMAT </w:instrText></w:r>";
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    assert.equal(accepted(paragraph(`<w:del w:id="1">${mark("begin")}</w:del>${code}`)), paragraph("<w:r></w:r>"));
    const field = mark("begin") + code + mark("end");
    assert.equal(accepted(paragraph(deleted("x") + field)), paragraph(field));
  });

  test("a deleted part of an equation goes", () => {
    const fraction = (change: string) =>
      `<m:f><m:fPr><m:ctrlPr>${change}</m:ctrlPr></m:fPr><m:num><m:r>${inserted("<m:t>1</m:t>")}</m:r></m:num></m:f>`;
    assert.equal(
      accepted(paragraph(`<m:oMath>${fraction('<w:del w:id="1"><w:rPr/></w:del>')}${fraction("")}</m:oMath>`)),
      paragraph(
        "<m:oMath><m:f><m:fPr><m:ctrlPr></m:ctrlPr></m:fPr><m:num><m:r><m:t>1</m:t></m:r></m:num></m:f></m:oMath>",
      ),
    );
  });

  test("deep and broken markup takes linear time", { timeout: 20_000 }, () => {
    const many = 100_000;
    const deep = (open: string, close: string) => document(deleted("x") + open.repeat(many) + close.repeat(many));
    for (const xml of [
      deep("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"),
      deep(`<w:p><w:pPr>${deletedMark}</w:pPr>`, "</w:p>"),
      deep("<w:sdtContent>", "</w:sdtContent>"),
      deep(
        '<w:tbl><w:tr><w:tc><w:tcPr><w:cellDel/></w:tcPr><w:bookmarkStart w:id="1"/>',
        '<w:bookmarkEnd w:id="2"/></w:tc></w:tr></w:tbl>',
      ),
      document(paragraph(run("x"), deletedMark).repeat(many)),
      document(`<w:del>${'<w:bookmarkStart w:id="1"/>'.repeat(many)}`),
      document("<w:ins>".repeat(many)),
      document(`</w:p></w:tbl>${"</w:tc>".repeat(many)}<w:del/>`),
    ])
      assert.ok((withChangesAccepted(xml)?.length ?? 0) > 0);
  });
});
