import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { officeToPdf } from "../../../../lib/engines/office-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { docx, paragraph, run } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { flatDocument } from "../../../support/office/kinds.ts";
import { fontsOf } from "../../../support/pdf-fonts.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const BOLD = "<w:b/>";

const field = (code: string, result: string, properties = ""): string => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const instruction = `<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>`;
  return mark("begin") + instruction + mark("separate") + run(result, properties) + mark("end");
};

const table = (content: string): string =>
  `<w:tbl><w:tblGrid><w:gridCol w:w="5000"/></w:tblGrid><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`;

const link = paragraph(field('HYPERLINK "https://example.com"', "our site"));

// LibreOffice writes no PDF of a document with such a field in a table and a link anywhere.
suite("fields of a mail merge in a table, beside a link,", { skip: noOffice, concurrency: 2 }, () => {
  test("show their stored results in a Word document, in their own format", async () => {
    const cell = paragraph(
      `${run("Dear ")}${field("MERGEFIELD Name \\* MERGEFORMAT", "Anna", BOLD)}${run(", welcome")}`,
    );
    const next = paragraph(`${field("NEXT", "")}${field("MERGEREC", "7")}`);
    const pdf = await printWord(docx(table(cell + next) + link));
    assert.match(await textOf(pdf), /Dear Anna, welcome[\s\S]*our site/);
    const names = (await fontsOf(pdf)).map(({ name }) => name.slice(7));
    assert.deepEqual(names.filter((name) => name.includes("Bold")).length, 1, names.join());
  });

  test("show their stored results in an OpenDocument text", async () => {
    const name =
      '<text:database-display text:database-name="clients" text:table-name="list" text:table-type="table" text:column-name="name">Anna</text:database-display>';
    const row = `<table:table-row><table:table-cell><text:p>Dear ${name}, welcome</text:p></table:table-cell></table:table-row>`;
    const site = '<text:p><text:a xlink:type="simple" xlink:href="https://example.com">our site</text:a></text:p>';
    const bytes = flatDocument("text", `<table:table table:name="t"><table:table-column/>${row}</table:table>${site}`);
    const pdf = await bytesOf(await officeToPdf.run({ bytes }, AbortSignal.timeout(300_000)));
    assert.match(await textOf(pdf), /Dear Anna, welcome[\s\S]*our site/);
  });
});
