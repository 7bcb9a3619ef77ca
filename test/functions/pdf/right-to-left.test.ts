import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { form } from "../../support/form.ts";
import { rawPdf, rawStream } from "../../support/pdf/raw.ts";
import { post } from "../../support/platen.ts";

const textOf = async (file: Uint8Array): Promise<string> => {
  const reply = await post("/pdf/text", form({ file }));
  assert.equal(reply.status, 200, await reply.clone().text());
  return reply.text();
};

const printed = async (html: string): Promise<Uint8Array> => {
  const reply = await post("/convert/html-to-pdf", { html: `<html lang="ar" dir="rtl"><body>${html}` });
  assert.equal(reply.status, 200);
  return new Uint8Array(await reply.arrayBuffer());
};

const SENTENCES: Readonly<Record<string, string>> = {
  "Arabic, whose lam and alef are one glyph": "السلام عليكم لا إله إلا الله الآن الأول",
  "Arabic with vowel marks": "بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ نظراً",
  "Persian, whose letters a sign keeps apart": "این یک متن فارسی است که می‌خواهیم بخوانیم",
  Urdu: "اردو میں لکھا ہوا متن",
  Hebrew: "אני כבר ילד אמיתי, כמו כל הילדים",
  "Arabic with numbers, brackets and Latin words": "الأسعار: 1,250.50 ريال (خصم 15%) Platen 2.0 للأعمال",
};

suite("POST /pdf/text of text that runs from right to left", () => {
  for (const [name, sentence] of Object.entries(SENTENCES)) {
    test(`reads ${name}, as it was printed`, async () => {
      const file = await printed(`<p>${sentence}</p><h2>${sentence}</h2>`);
      assert.deepEqual((await textOf(file)).trim().split(/\s*\n\s*/), [sentence, sentence]);
    });
  }

  /** A page that shows texts at places: in small letters those of Hebrew, of which A is two, in F those of Helvetica. */
  const linePdf = (...shown: readonly (readonly [text: string, x: number, font?: "F" | "H"])[]): Buffer =>
    rawPdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R/H 6 0 R>>>>>>",
      rawStream(shown.map(([text, x, font = "H"]) => `BT /${font} 10 Tf ${x} 300 Td (${text}) Tj ET`).join("\n")),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 7 0 R>>",
      rawStream("begincmap 1 beginbfrange <61> <7A> <05D0> endbfrange 1 beginbfchar <41> <05DC05B9> endbfchar endcmap"),
    ]);

  test("reads the letters of one code in their order", async () => {
    assert.equal(await textOf(linePdf(["nA", 100])), "לֹם\n\f");
  });

  test("reads numbers before and after Latin words with these", async () => {
    const date = [
      ["14", 20, "F"],
      ["April", 34, "F"],
      ["2026", 60, "F"],
    ] as const;
    assert.equal(await textOf(linePdf(...date, ["nmfs", 120], ["nmfs", 145])), "עולם עולם  14 April 2026\n\f");
  });

  test("reads brackets as they are meant", async () => {
    const cited = linePdf(["\\(", 90, "F"], ["b", 93.4], ["\\)", 99, "F"], ["15", 102.4, "F"], ["nmfs", 120]);
    assert.equal(await textOf(cited), "עולם 15(ב)\n\f");
  });
});
