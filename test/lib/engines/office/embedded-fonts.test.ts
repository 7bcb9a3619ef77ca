import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, suite, test } from "node:test";
import { docx, paragraph, run, wordPart } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { relationships } from "../../../support/office/parts.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const katex = createRequire(import.meta.url).resolve("katex/package.json");
const font = readFileSync(new URL("dist/fonts/KaTeX_Caligraphic-Regular.ttf", `file://${katex}`));

const KEY = "00112233-4455-6677-8899-AABBCCDDEEFF";

/** A font as Word embeds it: its first 32 bytes are combined with the reversed key by XOR (ECMA-376, part 1, 17.8.1). */
const obfuscated = (bytes: Buffer): Buffer => {
  const key = Buffer.from(KEY.replaceAll("-", ""), "hex").reverse();
  return Buffer.from(bytes.map((byte, index) => (index < 32 ? byte ^ key[index % 16]! : byte)));
};

const NAME = "KaTeX_Caligraphic";
const set = (name: string) => paragraph(run("ABC", `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`));

const withFont = (): Buffer =>
  docx(set(NAME), {
    parts: {
      "word/fontTable.xml": wordPart(
        "fonts",
        `<w:font w:name="${NAME}"><w:embedRegular r:id="rId1" w:fontKey="{${KEY}}"/></w:font>`,
      ),
      "word/_rels/fontTable.xml.rels": relationships([{ id: "rId1", type: "font", target: "fonts/font1.odttf" }]),
      "word/fonts/font1.odttf": obfuscated(font),
    },
    types: {
      "word/fontTable.xml": "openxmlformats-officedocument.wordprocessingml.fontTable+xml",
      "word/fonts/font1.odttf": "openxmlformats-officedocument.obfuscatedFont",
    },
    related: [{ id: "rId10", type: "fontTable", target: "fontTable.xml" }],
  });

const fontsOf = (pdf: Uint8Array): string[] =>
  [
    ...Buffer.from(pdf)
      .toString("latin1")
      .matchAll(/\/BaseFont\s*\/([^\s/>]+)/g),
  ].map(([, name]) => name!);

suite("the embedded fonts of a Word document", { skip: noOffice }, () => {
  test("are used to print it", async () => {
    assert.match(fontsOf(await printWord(withFont())).join(), /KaTeX/);
  });

  test("are not available to the next document", async () => {
    await printWord(withFont());
    assert.doesNotMatch(fontsOf(await printWord(docx(set(NAME)))).join(), /KaTeX/);
  });
});
