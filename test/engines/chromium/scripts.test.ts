import assert from "node:assert/strict";
import { after, test } from "node:test";
import { fontsOf } from "../../support/pdf-fonts.ts";
import { hasPoppler, popplerText } from "../../support/poppler.ts";
import { print, stopEngines } from "../../support/print.ts";

if (!hasPoppler) console.error("NOT TESTED: that text can be extracted again, since pdftotext is missing here");

after(stopEngines);

/** Language and text. */
const TEXTS = {
  Latin: ["de", "Zwölf Boxkämpfer jagen Viktor"],
  Greek: ["el", "Καλημέρα κόσμε ΐΰ"],
  Cyrillic: ["ru", "Съешь же ещё этих мягких"],
  Vietnamese: ["vi", "Tiếng Việt được ưa chuộng"],
  "Chinese, simplified": ["zh-CN", "中文汉字直接骨角化"],
  "Chinese, traditional": ["zh-TW", "繁體中文直接骨角化"],
  Japanese: ["ja", "日本語の漢字と仮名カタカナ"],
  Korean: ["ko", "한국어 글자 漢字"],
  Arabic: ["ar", "مرحبا بالعالم"],
  Urdu: ["ur", "خوش آمدید"],
  Hebrew: ["he", "שלום עולם"],
  Devanagari: ["hi", "नमस्ते दुनिया"],
  Bengali: ["bn", "ওহে বিশ্ব"],
  Tamil: ["ta", "வணக்கம் உலகம்"],
  Telugu: ["te", "హలో ప్రపంచం"],
  Kannada: ["kn", "ನಮಸ್ಕಾರ"],
  Malayalam: ["ml", "നമസ്കാരം"],
  Gujarati: ["gu", "નમસ્તે"],
  Gurmukhi: ["pa", "ਸਤ ਸ੍ਰੀ ਅਕਾਲ"],
  Sinhala: ["si", "ආයුබෝවන්"],
  Thai: ["th", "สวัสดีชาวโลก"],
  Lao: ["lo", "ສະບາຍດີ"],
  Khmer: ["km", "សួស្តី"],
  Myanmar: ["my", "မင်္ဂလာပါ"],
  Tibetan: ["bo", "བཀྲ་ཤིས"],
  Georgian: ["ka", "გამარჯობა"],
  Armenian: ["hy", "Բարև աշխարհ"],
  Ethiopic: ["am", "ሰላም ልዑል"],
  Cherokee: ["chr", "ᎣᏏᏲ"],
  Mongolian: ["mn", "ᠮᠣᠩᠭᠣᠯ"],
  symbols: ["en", "→ ⇒ ★ ☂ ✓ ✗ ♠ ⌘ ▲ ■ ● № ™ © ℃ ①②③"],
  mathematics: ["en", "∑ ∫ ∂ √ ∞ ≤ ≥ ≠ ∈ ∀ ∃ ⊂ ⊗ ℝ ℵ"],
  "box drawing": ["en", "┌─┬─┐ │ █ ░"],
  currencies: ["en", "€ £ ¥ ₹ ₽ ₿ ₩ ₺ ₴"],
} as const;

const RIGHT_TO_LEFT = new Set(["ar", "ur", "he"]);

/** Text as it is compared: without spaces, in one form of each letter; readers give right-to-left runs either way round. */
const letters = (text: string, language: string): string => {
  const plain = [...text.normalize("NFKC").replace(/\s/g, "")];
  return RIGHT_TO_LEFT.has(language) ? plain.sort().join("") : plain.join("");
};

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

test("emoji are text all the same", { skip: !hasPoppler }, async () => {
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
