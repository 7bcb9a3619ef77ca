import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { officeToPdf } from "../../../../lib/engines/office-to-pdf.ts";
import { openZip } from "../../../../lib/ooxml/zip.ts";
import { rewriteZip } from "../../../../lib/ooxml/zip-writing.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { flatDocument, presentation } from "../../../support/office/kinds.ts";
import { fontsOf } from "../../../support/pdf-fonts.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

/** The fonts of a printed document, without the tags of their subsets. */
const printedFonts = async (bytes: Buffer): Promise<Set<string>> => {
  const output = await officeToPdf.run({ bytes }, AbortSignal.timeout(600_000));
  assert.deepEqual(output.warnings, []);
  const fonts = await fontsOf(await bytesOf(output));
  return new Set(fonts.map(({ name }) => name.replace(/^[A-Z]{6}\+|-Regular$/g, "")));
};

const SLIDE = "ppt/slides/slide1.xml";
const FONTS = ["Wingdings", "Wingdings 2", "Wingdings 3", "Webdings"] as const;
const FACES = ["Webdings", "Wingdings", "Wingdings2", "Wingdings3"];

const rtf = (fonts: readonly string[], text: string): Buffer => {
  const table = fonts.map((font, index) => `{\\f${index}\\fnil\\fcharset2 ${font};}`).join("");
  const content = fonts.map((_, index) => `{\\f${index} ${text}}\\par `).join("");
  return Buffer.from(`{\\rtf1\\ansi{\\fonttbl${table}}${content}}`, "latin1");
};

suite("signs of symbol fonts", { skip: noOffice, concurrency: 1 }, () => {
  test("are drawn in RTF", async () => {
    assert.deepEqual(
      await printedFonts(rtf([...FONTS, "Symbol"], "\\'a3\\u-3992 ?")),
      new Set(["LikeSymbol", ...FACES]),
    );
  });

  test("are drawn in OpenDocument files", async () => {
    const styles = FONTS.map(
      (font, index) =>
        `<style:style style:name="T${index}" style:family="text"><style:text-properties style:font-name="${font}"/></style:style>`,
    ).join("");
    const faces = FONTS.map(
      (font) => `<style:font-face style:name="${font}" svg:font-family="'${font}'" style:font-charset="x-symbol"/>`,
    ).join("");
    const text = FONTS.map(
      (_, index) => `<text:p><text:span text:style-name="T${index}">\uf0a3\uf068</text:span></text:p>`,
    ).join("");
    const document = flatDocument("text", text)
      .toString()
      .replace(
        "<office:body>",
        `<office:font-face-decls xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0">${faces}</office:font-face-decls><office:automatic-styles>${styles}</office:automatic-styles><office:body>`,
      );
    assert.deepEqual(await printedFonts(Buffer.from(document)), new Set(FACES));
  });

  test("are drawn in bullets of a presentation that have their font from a list", async () => {
    const list =
      '<a:lstStyle><a:lvl1pPr><a:buFont typeface="Webdings"/><a:buChar char="\uf061"/></a:lvl1pPr></a:lstStyle>';
    const paragraph = '<a:p><a:pPr><a:buChar char="\uf063"/></a:pPr>';
    const archive = await openZip(presentation([{ text: "point" }]));
    const xml = archive.read(archive.files.get(SLIDE)!).toString();
    const slide = Buffer.from(xml.replace("<a:p>", list + paragraph));
    const fonts = await printedFonts(rewriteZip(archive, new Map([[SLIDE, slide]])));
    assert.ok(fonts.has("Webdings"));
  });

  test("of other fonts are no signs of these", async () => {
    const fonts = await printedFonts(rtf(["Marlett", "MT Extra"], "\\'a3\\'68"));
    for (const face of FACES) assert.ok(!fonts.has(face), face);
  });
});
