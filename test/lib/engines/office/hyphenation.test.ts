import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { docx, paragraph, run, wordPart } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { textOf } from "../../../support/pdf-text.ts";

/** A document in a narrow column that asks for hyphenation, if it does. */
const narrow = (word: string, language: string, settings: string): Buffer =>
  docx(paragraph(run(`${word} `.repeat(30), `<w:lang w:val="${language}"/>`)), {
    related: [{ id: "rId20", type: "settings", target: "settings.xml" }],
    parts: { "word/settings.xml": wordPart("settings", settings) },
    types: { "word/settings.xml": "openxmlformats-officedocument.wordprocessingml.settings+xml" },
    section: '<w:pgSz w:w="4300" w:h="16838"/><w:pgMar w:top="700" w:right="700" w:bottom="700" w:left="700"/>',
  });

const HYPHENATED = "<w:autoHyphenation/>";

suite("hyphenation in a Word document", { skip: noOffice }, () => {
  for (const [language, word, pieces] of [
    ["en-US", "incomprehensibility", /incom-\s*prehensi|incompre-\s*hensi/],
    ["en-CA", "incomprehensibility", /incom-\s*prehensi|incompre-\s*hensi/],
    ["de-AT", "Donaudampfschifffahrt", /Donau-\s*dampf|Donaudampf-\s*schiff/],
    ["fr-FR", "anticonstitutionnel", /anti-\s*consti|anticons-\s*titu/],
  ] as const) {
    test(`divides words in ${language} if the document asks for it`, async () => {
      assert.match(await textOf(await printWord(narrow(word, language, HYPHENATED))), pieces);
    });
  }

  test("divides none if the document does not ask for it", async () => {
    assert.doesNotMatch(await textOf(await printWord(narrow("incomprehensibility", "en-US", ""))), /-/);
  });
});
