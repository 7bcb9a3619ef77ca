import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { bytesOf } from "../../../support/finished.ts";
import { docx, paragraph, run } from "../../../support/office/docx.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const CORE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";

const MARK = '<w:bookmarkStart w:id="1" w:name="Mark"/><w:bookmarkEnd w:id="1"/>';

const fieldChar = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

/** The two forms of a field; without a result, the second one has an empty result. */
const forms = (code: string, result?: string): readonly string[] => [
  `${fieldChar("begin")}<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>` +
    `${result === undefined ? "" : fieldChar("separate") + run(result)}${fieldChar("end")}`,
  `<w:fldSimple w:instr=" ${code.replaceAll('"', "&quot;")} ">${run(result ?? "")}</w:fldSimple>`,
];

const printed = async (field: string, title?: string) => {
  const properties =
    title === undefined
      ? {}
      : {
          root: [{ id: "rIdP", type: CORE, target: "docProps/core.xml" }],
          parts: {
            "docProps/core.xml":
              '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"' +
              ` xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
          },
          types: { "docProps/core.xml": "openxmlformats-package.core-properties+xml" },
        };
  const bytes = docx(paragraph(MARK + run("[") + field + run("]")), properties);
  const output = await wordToPdf.run({ bytes }, AbortSignal.timeout(600_000));
  const codes = output.warnings.map(({ code }) => code).filter((code) => code !== "font-substituted");
  return { text: /\[([\s\S]*)\]/.exec(await textOf(await bytesOf(output)))?.[1]?.trim(), codes };
};

suite("word-to-pdf", { skip: noOffice, concurrency: 2 }, () => {
  for (const [code, result, text, codes] of [
    ['SYMBOL 183 \\f "Symbol" \\s 12', "·", "·", []],
    ["SYMBOL 65", undefined, "A", []],
    ["KEYWORDS", "stored", "stored", []],
    ["DOCPROPERTY Title", "stored", "stored", []],
    ["PAGEREF missing \\h", "7", "7", []],
    ["PAGEREF \\h \\p Mark", "above", "above", []],
    ["EQ \\f(1,2)", undefined, "1/2", ["formatting-simplified"]],
    ["EQ \\o\\ac(○,3)", undefined, "③", []],
    ["EQ \\f(1,2)", "stored", "stored", []],
    ["GOTOBUTTON Mark over there", undefined, "over there", []],
    ["LISTNUM \\l 1", undefined, "", ["field-left-out"]],
    ["LISTNUM \\l 1", "a)", "a)", []],
  ] as const) {
    test(`prints ${text || "nothing"} for the field ${code}, ${result === undefined ? "without" : "with"} a result`, async () => {
      for (const field of forms(code, result)) assert.deepEqual(await printed(field), { text, codes });
    });
  }

  test("prints a property that is set, and what is stored of one that is not", async () => {
    for (const field of forms("TITLE", "stored")) {
      assert.equal((await printed(field, "The title")).text, "The title");
      for (const empty of ["", "\n "]) assert.equal((await printed(field, empty)).text, "stored");
    }
  });

  test("warns of a formula with other fields in it", async () => {
    const inner = forms("REF x", "1")[0]!;
    const field =
      `${fieldChar("begin")}<w:r><w:instrText xml:space="preserve"> EQ \\f(</w:instrText></w:r>${inner}` +
      `<w:r><w:instrText>,2)</w:instrText></w:r>${fieldChar("end")}`;
    assert.deepEqual((await printed(field)).codes, ["field-left-out"]);
  });
});
