import assert from "node:assert/strict";
import { after, test } from "node:test";
import { docx, paragraph, run, wordPart } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const OVAL =
  '<w:r><w:drawing><wp:anchor simplePos="0" relativeHeight="1" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>' +
  '<wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>' +
  '<wp:extent cx="584200" cy="374650"/><wp:wrapNone/><wp:docPr id="1" name="Oval"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">' +
  '<wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="584200" cy="374650"/></a:xfrm><a:prstGeom prst="ellipse"/></wps:spPr><wps:bodyPr/></wps:wsp>' +
  "</a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>";

test("a Word document with a shape in a comment is printed without its comments", { skip: noOffice }, async () => {
  const comment = `<w:comment w:id="0" w:author="a">${paragraph(run("a remark") + OVAL)}</w:comment>`;
  const body = `<w:commentRangeStart w:id="0"/>${run("Hello")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`;
  const document = docx(paragraph(body), {
    related: [{ id: "rId10", type: "comments", target: "comments.xml" }],
    parts: { "word/comments.xml": wordPart("comments", comment) },
    types: { "word/comments.xml": "openxmlformats-officedocument.wordprocessingml.comments+xml" },
  });
  assert.equal((await textOf(await printWord(document))).trim(), "Hello");
});

test("a Word document with comments in a note, a header and a footer is printed without them", {
  skip: noOffice,
}, async () => {
  const commented = (text: string, id: number) =>
    paragraph(
      `<w:commentRangeStart w:id="${id}"/>${run(text)}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`,
    );
  const comments = [0, 1, 2].map(
    (id) => `<w:comment w:id="${id}" w:author="a">${paragraph(run("a remark"))}</w:comment>`,
  );
  const parts = {
    comments: wordPart("comments", comments.join("")),
    header: wordPart("hdr", commented("Above", 0)),
    footer: wordPart("ftr", commented("Below", 1)),
    footnotes: wordPart("footnotes", `<w:footnote w:id="5">${commented("Noted", 2)}</w:footnote>`),
  };
  const kinds = Object.keys(parts);
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="rIdheader"/><w:footerReference w:type="default" r:id="rIdfooter"/></w:sectPr>';
  const document = docx(`${paragraph(`${run("Hello")}<w:r><w:footnoteReference w:id="5"/></w:r>`)}${section}`, {
    related: kinds.map((type) => ({ id: `rId${type}`, type, target: `${type}.xml` })),
    parts: Object.fromEntries(Object.entries(parts).map(([kind, part]) => [`word/${kind}.xml`, part])),
    types: Object.fromEntries(
      kinds.map((kind) => [`word/${kind}.xml`, `openxmlformats-officedocument.wordprocessingml.${kind}+xml`]),
    ),
  });
  const words = (await textOf(await printWord(document))).replace(/\s+/g, " ");
  for (const word of ["Above", "Hello", "Noted", "Below"]) assert.ok(words.includes(word), words);
  assert.ok(!words.includes("remark"), words);
});
