import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { checkedTemplate } from "../../../../lib/engines/chromium/templates/template.ts";
import type { PageSetup } from "../../../../lib/engines/page-setup.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { print, stopEngines } from "../../../support/print.ts";

after(stopEngines);

const html = '<!doctype html><html lang="fr"><title>Own (title) é</title><h1>A</h1><p>text<h2>B</h2>';

/** What pdf.js says of a document. */
const propertiesOf = async (setup: Partial<PageSetup>, source = html) => {
  const { pdf } = await print({ html: source }, setup);
  return withPdfJs(pdf, async (document) => {
    const { info, metadata } = await document.getMetadata();
    const { Title, Author, Language, Creator, Producer } = info as Record<string, string>;
    const xmp = metadata && [metadata.get("dc:title"), metadata.get("dc:creator"), metadata.get("dc:language")];
    const outline = (await document.getOutline()).map(({ title }) => title);
    return { Title, Author, Language, Creator, Producer, xmp, outline, pages: document.numPages };
  });
};

const rest = { Creator: "Platen", Producer: "Skia/PDF m153", outline: ["A"], pages: 1 };

suite("title, author and lang of the options", () => {
  test("are in the information dictionary, in the catalog and in XMP", async () => {
    const [title, author, lang] = ["Été & <b>漢字</b> 😀", "O'Neil (Ann) \\", "pt-BR"];
    assert.deepEqual(await propertiesOf({ title, author, lang }), {
      ...{ Title: title, Author: author, Language: lang, ...rest },
      xmp: [title, [author], lang],
    });
  });

  for (const [given, expected] of [
    [{ title: "Given" }, { Title: "Given", Author: undefined, Language: "fr", xmp: ["Given", null, null] }],
    [{ author: "Ann" }, { Title: "Own (title) é", Author: "Ann", Language: "fr", xmp: [null, ["Ann"], null] }],
    [{ lang: "de" }, { Title: "Own (title) é", Author: undefined, Language: "de", xmp: [null, null, "de"] }],
  ] as const) {
    test(`leave the others as they are: ${JSON.stringify(given)}`, async () => {
      assert.deepEqual(await propertiesOf(given), { ...expected, ...rest });
    });
  }

  test("are added to a document that has none of them", async () => {
    const { Title, Author, Language } = await propertiesOf(
      { title: "T", author: "A", lang: "en" },
      "<h1>A</h1><p>text",
    );
    assert.deepEqual([Title, Author, Language], ["T", "A", "en"]);
  });

  test("make a file that needs no repair, with the same bytes each time", async () => {
    const setup = { title: "T", author: "A", lang: "en" };
    const [first, second] = [await print({ html }, setup), await print({ html }, setup)];
    assert.deepEqual(first.pdf, second.pdf);
    assert.equal(openWithBudget(first.pdf).document.pages.length, 1);
  });

  test("give templates their title", async () => {
    const headerTemplate = checkedTemplate('<i style="font-size:9px">named <b class="title"></b></i>');
    assert.match(await textOf((await print({ html }, { title: "Given", headerTemplate })).pdf), /named Given/);
  });
});
