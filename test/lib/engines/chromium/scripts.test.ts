import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fontsOf } from "../../../support/pdf-fonts.ts";
import { hasPoppler, popplerText } from "../../../support/poppler.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { letters, TEXTS } from "../../../support/scripts.ts";

if (!hasPoppler) console.error("NOT TESTED: that text can be extracted again, since pdftotext is missing here");

after(stopEngines);

for (const [name, [language, text]] of Object.entries(TEXTS)) {
  test(`${name} is text, regular and bold, with a glyph for every character`, async () => {
    const styles = ["", "font-family:sans-serif", "font-family:monospace", "font-weight:bold", "font:italic 1em Arial"];
    const html = `<!doctype html><html lang=${language}>${styles.map((style) => `<p style="${style}">${text}`).join("")}`;
    const { pdf } = await print({ html });
    if (hasPoppler) assert.equal(letters(popplerText(pdf), language), letters(text.repeat(styles.length), language));
    const fonts = await fontsOf(pdf);
    assert.ok(fonts.length > 0);
    assert.deepEqual(
      fonts.filter(({ type, missing }) => type === "Type3" || missing),
      [],
    );
  });
}

test("emoji can be extracted as text", { skip: !hasPoppler }, async () => {
  const text = "😀 👍🏽 ❤️ 🧑‍🚀";
  const { pdf } = await print({ html: `<p>${text}` });
  assert.equal(letters(popplerText(pdf), "en").replace(/\ufe0f/g, ""), letters(text, "en").replace(/\ufe0f/g, ""));
});

test("Han characters have the form of their language", async () => {
  const families: string[] = [];
  for (const language of ["zh-CN", "zh-TW", "zh-Hant", "zh-HK", "ja", "ko", "en"]) {
    const { pdf } = await print({ html: `<p lang=${language}>直<p lang=${language}><b>直` });
    families.push(
      (await fontsOf(pdf))
        .map(({ name }) => name.replace(/^\w+\+NotoSans/, ""))
        .sort((a, b) => a.localeCompare(b))
        .join(" "),
    );
  }
  const both = (region: string) => `${region}-Bold ${region}-Regular`;
  assert.deepEqual(families, ["SC", "TC", "TC", "TC", "JP", "KR", "SC"].map(both));
});

for (const [wanted, found] of [
  ["Arial", "LiberationSans"],
  ["Helvetica", "LiberationSans"],
  ["Times New Roman", "LiberationSerif"],
  ["Courier New", "LiberationMono"],
  ["Calibri", "Carlito"],
  ["Cambria", "Caladea-Regular"],
  ["sans-serif", "LiberationSans"],
  ["serif", "LiberationSerif"],
  ["monospace", "LiberationMono"],
] as const) {
  test(`${wanted} is set in ${found}`, async () => {
    const { pdf } = await print({ html: `<p style="font-family:'${wanted}'">text`.replace(/'([a-z-]+)'/, "$1") });
    assert.deepEqual(
      (await fontsOf(pdf)).map(({ name }) => name.replace(/^\w+\+/, "")),
      [found],
    );
  });
}

for (const [language, region] of [
  ["ja", "JP"],
  ["zh-CN", "SC"],
  ["zh-TW", "TC"],
  ["ko", "KR"],
  ["en", "SC"],
] as const) {
  test(`Latin letters of a page in ${language} are set in a font made for them`, async () => {
    for (const [family, font] of [
      ["system-ui", "NotoSans"],
      ["BlinkMacSystemFont", "LiberationSerif"],
      ["-apple-system,BlinkMacSystemFont,sans-serif", "LiberationSans"],
      ["ui-sans-serif,system-ui,sans-serif", "NotoSans"],
      ["ui-sans-serif", "LiberationSerif"],
      ["Meiryo,SimSun,sans-serif", "LiberationSans"],
    ] as const) {
      const { pdf } = await print({ html: `<html lang=${language}><p style="font-family:${family}">Price<p>直` });
      const names = (await fontsOf(pdf)).map(({ name }) => name.replace(/^\w+\+|-Regular$/g, ""));
      assert.deepEqual(names, [font, `NotoSans${region}`], family);
    }
  });
}
