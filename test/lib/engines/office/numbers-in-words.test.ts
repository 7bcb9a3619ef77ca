import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { form } from "../../../support/form.ts";
import { docx, paragraph, run, wordPart } from "../../../support/office/docx.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { post } from "../../../support/platen.ts";

const textIn = async (path: string, file: Uint8Array): Promise<string> => {
  const reply = await post(path, form({ file }));
  assert.equal(reply.status, 200, await reply.clone().text());
  return (await textOf(new Uint8Array(await reply.arrayBuffer()))).replace(/:?\s+/g, " ").replaceAll(":", " ").trim();
};

/** Three items of a list with this format of numbers (ECMA-376, part 1, 17.18.59), in a language. */
const list = (format: string, language: string): Buffer => {
  const numbering = wordPart(
    "numbering",
    `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="%1:"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
  );
  const item = paragraph(
    run("item", `<w:lang w:val="${language}"/>`),
    `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:lang w:val="${language}"/></w:rPr>`,
  );
  return docx(item.repeat(3), {
    parts: { "word/numbering.xml": numbering },
    types: { "word/numbering.xml": "openxmlformats-officedocument.wordprocessingml.numbering+xml" },
    related: [{ id: "rId30", type: "numbering", target: "numbering.xml" }],
  });
};

suite("numbers in words", { skip: noOffice, concurrency: 2 }, () => {
  for (const [format, language, expected] of [
    ["ordinal", "en-US", "1st item 2nd item 3rd item"],
    ["cardinalText", "en-US", "One item Two item Three item"],
    ["ordinalText", "en-US", "First item Second item Third item"],
    ["cardinalText", "de-DE", "Eins item Zwei item Drei item"],
  ] as const)
    test(`number a list of a .docx as ${format} in ${language}`, async () => {
      assert.equal(await textIn("/convert/word-to-pdf", list(format, language)), expected);
    });

  test("number a list of a .doc", async () => {
    const text = await textIn("/convert/office-to-pdf", await readFile("test/fixtures/office/ordinals.doc"));
    assert.match(text, /0th 1st 1st 1st\.1 1st\.1 1st\.2 1st\.2/);
    assert.doesNotMatch(text, /Ordinal/);
  });
});
