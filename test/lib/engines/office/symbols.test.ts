import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { wordToPdf } from "../../../../lib/engines/word-to-pdf.ts";
import { docx, paragraph, run, wordPart } from "../../../support/office/docx.ts";
import { noOffice, printWord } from "../../../support/office/engine.ts";
import { fontsOf } from "../../../support/pdf-fonts.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const printed = async (body: string): Promise<string> =>
  (await textOf(await printWord(docx(body)))).replace(/\s+/g, " ").trim();

const face = (name: string) => `<w:rFonts w:ascii="${name}" w:hAnsi="${name}"/>`;

suite("symbols in a Word document", { skip: noOffice, concurrency: 2 }, () => {
  test("of the fonts Symbol and Wingdings are extracted as their Unicode characters", async () => {
    assert.equal(await printed(paragraph(run("abGD", face("Symbol")))), "αβΓΔ");
    assert.equal(await printed(paragraph(run("\uf0fc\uf0fe", face("Wingdings")))), "✓🗹");
    const symbol = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`;
    const symbols = symbol("Symbol", "F0B3") + symbol("Wingdings", "F04A");
    assert.equal(await printed(paragraph(run("x ") + symbols + run(" y"))), "x ≥☺ y");
  });

  test("are extracted in their order if a line has emoji and symbols of several fonts", async () => {
    const line = "Launch 😀 🚀 then ⇒ box ☐ done ✅ warn ⚠️ family 👩‍👩‍👧 flag 🇩🇪 end";
    assert.equal((await printed(paragraph(run(line, face("Calibri"))))).replaceAll(" ", ""), line.replaceAll(" ", ""));
  });
});

suite("emoji and symbols in the markup of a Word document", { skip: noOffice }, () => {
  test("are printed from text with CDATA sections, comments and no-break spaces", async () => {
    const text = (markup: string) => paragraph(`<w:r><w:t>${markup}</w:t></w:r>`);
    assert.equal(await printed(text("<![CDATA[fish & 😀 <chips>]]>")), "fish & 😀 <chips>");
    assert.equal(await printed(text("be<!-- not 😀 this -->fore ✓ &amp;<![CDATA[&amp;]]>")), "before ✓ &&amp;");
    const [wide, narrow] = await Promise.all(
      [text("a&#160;&#160;😀 "), text("a😀")].map(
        async (body) => (await textOf(await printWord(docx(body)))).trim().length,
      ),
    );
    assert.ok(wide! > narrow!);
  });
});

suite("fonts of a Word document", { skip: noOffice }, () => {
  test("include one with Arabic, whose words are extracted again, if the named font has none", async () => {
    const words = "نود إبلاغكم الاستلام خلال دولار";
    const arabic = `<w:p><w:pPr><w:bidi/></w:pPr>${run(words, '<w:rFonts w:cs="Arial"/><w:rtl/>')}</w:p>`;
    const found = await printed(arabic);
    for (const word of words.split(" ")) assert.ok(found.includes(word), `${word} in ${found}`);
  });

  test("print Traditional Arabic with letters that are not wider, and whose words are extracted again", async () => {
    const words = "نود إبلاغكم الاستلام خلال دولار";
    const pdf = await printWord(
      docx(`<w:p><w:pPr><w:bidi/></w:pPr>${run(words, '<w:rFonts w:cs="Traditional Arabic"/><w:rtl/>')}</w:p>`),
    );
    assert.ok((await fontsOf(pdf)).some(({ name }) => name.endsWith("LikeTraditionalArabic-Regular")));
    const found = await textOf(pdf);
    for (const word of words.split(" ")) assert.ok(found.includes(word), `${word} in ${found}`);
  });

  test("cause a warning if they are missing, except those with a metric-compatible substitute", async () => {
    const names = ["Arial", "Calibri", "Roboto", "Bahnschrift", "Zapfino"];
    const bytes = docx(names.map((name) => paragraph(run(name, face(name)))).join(""));
    const { warnings } = await wordToPdf.run({ bytes }, AbortSignal.timeout(600_000));
    assert.deepEqual(
      warnings.map(({ code, message }) => [code, /The font (.*?) is/.exec(message)?.[1]]),
      [
        ["font-substituted", "Bahnschrift"],
        ["font-substituted", "Zapfino"],
      ],
    );
  });

  test("cause a warning for East Asian letters, if the document has any, and none for words of CSS", async () => {
    const warned = async (text: string) => {
      const bytes = docx(paragraph(run(text, '<w:rFonts w:ascii="inherit" w:hAnsi="Inherit" w:eastAsia="宋体"/>')));
      const { warnings } = await wordToPdf.run({ bytes }, AbortSignal.timeout(600_000));
      return warnings.map(({ message }) => message);
    };
    assert.deepEqual(await warned("中文"), ["The font 宋体 is missing; another font of its kind is used."]);
    assert.deepEqual(await warned("Latin"), []);
  });

  test("cause a warning if the theme names them, for the language of the settings", async () => {
    const theme =
      '<a:theme xmlns:a="urn:a"><a:minorFont><a:latin typeface="Carlito"/><a:ea typeface=""/>' +
      '<a:font script="Hans" typeface="等线"/><a:font script="Jpan" typeface="游明朝"/></a:minorFont></a:theme>';
    const settings = wordPart("settings", '<w:themeFontLang w:val="en-US" w:eastAsia="ja-JP"/>');
    const bytes = docx(paragraph(run("日本", '<w:rFonts w:eastAsiaTheme="minorEastAsia"/>')), {
      related: [
        { id: "rId20", type: "theme", target: "theme.xml" },
        { id: "rId21", type: "settings", target: "settings.xml" },
      ],
      parts: { "word/theme.xml": theme, "word/settings.xml": settings },
    });
    const { warnings } = await wordToPdf.run({ bytes }, AbortSignal.timeout(600_000));
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ["The font 游明朝 is missing; another font of its kind is used."],
    );
  });

  test("are the named fonts if the font set has them or their substitutes", async () => {
    const names = ["Open Sans", "Roboto", "Lato", "Montserrat", "Source Sans Pro", "Noto Serif", "Georgia"];
    const fonts = await fontsOf(await printWord(docx(names.map((name) => paragraph(run(name, face(name)))).join(""))));
    const wanted = ["OpenSans", "Roboto", "Lato", "Montserrat", "SourceSans3", "NotoSerif", "Gelasio"];
    for (const name of wanted)
      assert.ok(
        fonts.some((font) => font.name.includes(name)),
        `${name} is missing`,
      );
  });
});
