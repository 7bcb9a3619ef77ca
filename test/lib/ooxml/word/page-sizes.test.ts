import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { assertPageSizes } from "../../../../lib/ooxml/word/page-sizes.ts";

const check = (attributes: string) =>
  assertPageSizes("word/document.xml", `<w:p><w:t>pgSz</w:t></w:p><w:sectPr><w:pgSz ${attributes}/></w:sectPr>`);

suite("a page of a Word document", () => {
  for (const attributes of ['w:w="1" w:h="1"', 'w:w="143" w:h="16838"', 'w:w="11906" w:h="20"']) {
    test(`is refused with ${attributes}`, () => {
      assert.throws(() => check(attributes), {
        code: "UNSUPPORTED_MEDIA_TYPE",
        reason: "document-damaged",
        message: "The file is damaged: word/document.xml has a page of less than 0.1 inch (pgSz).",
      });
    });
  }

  for (const attributes of [
    'w:w="144" w:h="144"',
    'w:w="11906" w:h="16838"',
    'w:orient="landscape"',
    'w:w="1pt"',
    "",
  ]) {
    test(`is taken with ${attributes === "" ? "no size" : attributes}`, () => check(attributes));
  }
});
