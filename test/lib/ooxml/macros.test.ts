import assert from "node:assert/strict";
import { test } from "node:test";
import { zip } from "../../../layers/libreoffice/zip.ts";
import { withoutMacros } from "../../../lib/ooxml/macros.ts";
import { openPackage } from "../../../lib/ooxml/package.ts";
import { docxFiles, paragraph } from "../../support/office/docx.ts";

const RELATIONSHIPS = "word/_rels/document.xml.rels";
const TYPE = "http://schemas.microsoft.com/office/2006/relationships/vbaProject";

test("the relationships of macros go with them, as empty elements and with an end tag", async () => {
  for (const element of [
    `<Relationship Id="m" Type="${TYPE}" Target="vbaProject.bin"/>`,
    `<Relationship Id="m" Type="${TYPE}" Target="vbaProject.bin"></Relationship>`,
    `<Relationship Id="m" Type="${TYPE}" Target="vbaProject.bin">\n </Relationship >`,
  ]) {
    const files = docxFiles(paragraph("Hello"));
    const relationships = String(files[RELATIONSHIPS]);
    const withMacros = relationships.replace("</Relationships>", `${element}</Relationships>`);
    const bytes = zip({ ...files, "word/vbaProject.bin": "macro", [RELATIONSHIPS]: withMacros });
    const clean = withoutMacros(await openPackage(bytes));
    assert.ok(clean);
    const { files: left, read } = await openPackage(clean);
    assert.ok(!left.has("word/vbaproject.bin"));
    const file = left.get(RELATIONSHIPS);
    assert.ok(file);
    assert.equal(read(file).toString(), relationships);
  }
});
