import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { powerpointToPdf } from "../../../lib/engines/powerpoint-to-pdf.ts";
import { openZip } from "../../../lib/ooxml/zip.ts";
import { rewriteZip } from "../../../lib/ooxml/zip-writing.ts";
import { outputBytes } from "../../../lib/output/output.ts";
import { docx, paragraph, run, wordPart } from "../../support/office/docx.ts";
import { noOffice, printWord } from "../../support/office/engine.ts";
import { presentation } from "../../support/office/kinds.ts";
import { textOf } from "../../support/pdf-text.ts";
import { stopEngines } from "../../support/print.ts";

after(stopEngines);

/** Signs of each font, with the characters that the proposal for Unicode (L2/12-368) gives them. */
const SIGNS = [
  ["Wingdings 2", 0x31, "🗍"],
  ["Wingdings 2", 0x50, "🗸"],
  ["Wingdings 2", 0x74, "⓿"],
  ["Wingdings 3", 0x22, "⭢"],
  ["Wingdings 3", 0x7d, "🞂"],
  ["Webdings", 0x25, "🏆"],
  ["Webdings", 0x34, "⏵"],
] as const;

const privateUse = (code: number) => String.fromCharCode(0xf000 + code);

const SLIDE = "ppt/slides/slide1.xml";

/** The text of a slide with these paragraphs. */
const slideText = async (paragraphs: readonly string[]): Promise<string> => {
  const archive = await openZip(presentation([{ text: "TEXT" }]));
  const xml = archive.read(archive.files.get(SLIDE)!).toString();
  const [start, end] = [xml.indexOf("<a:p>"), xml.lastIndexOf("</a:p>") + "</a:p>".length];
  const slide = Buffer.from(xml.slice(0, start) + paragraphs.join("") + xml.slice(end));
  const bytes = rewriteZip(archive, new Map([[SLIDE, slide]]));
  return textOf(await outputBytes(await powerpointToPdf.run({ bytes }, AbortSignal.timeout(600_000))));
};

/** The text of a Word document with a list that has a level for each of these bullets. */
const listText = async (bullets: readonly { font: string; sign: string }[]): Promise<string> => {
  const levels = bullets.map(
    ({ font, sign }, index) =>
      `<w:lvl w:ilvl="${index}"><w:numFmt w:val="bullet"/><w:lvlText w:val="${sign}"/><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr></w:lvl>`,
  );
  const numbering = `<w:abstractNum w:abstractNumId="0">${levels.join("")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
  const items = bullets.map(
    (_, index) =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run("point")}</w:p>`,
  );
  const document = docx(items.join(""), {
    related: [{ id: "rId9", type: "numbering", target: "numbering.xml" }],
    parts: { "word/numbering.xml": wordPart("numbering", numbering) },
    types: { "word/numbering.xml": "openxmlformats-officedocument.wordprocessingml.numbering+xml" },
  });
  return textOf(await printWord(document));
};

const assertHas = (text: string): void => {
  const missing = SIGNS.filter(([, , character]) => !text.includes(character));
  assert.deepEqual(missing, [], text);
};

suite("signs of Wingdings 2, Wingdings 3 and Webdings are printed as their Unicode characters", {
  skip: noOffice,
}, () => {
  test("in bullets of a presentation", async () =>
    assertHas(
      await slideText(
        SIGNS.map(
          ([font, code]) =>
            `<a:p><a:pPr marL="300000" indent="-300000"><a:buFont typeface="${font}" charset="2"/><a:buChar char="${privateUse(code)}"/></a:pPr><a:r><a:t>point</a:t></a:r></a:p>`,
        ),
      ),
    ));

  for (const [what, fonts] of [
    ["that name the font for symbols", (font: string) => `<a:latin typeface="Arial"/><a:sym typeface="${font}"/>`],
    ["that name the font for letters", (font: string) => `<a:latin typeface="${font}" charset="2"/>`],
  ] as const)
    test(`in runs of a presentation ${what}`, async () =>
      assertHas(
        await slideText(
          SIGNS.map(
            ([font, code]) => `<a:p><a:r><a:rPr>${fonts(font)}</a:rPr><a:t>${privateUse(code)}</a:t></a:r></a:p>`,
          ),
        ),
      ));

  test("in bullets of a Word document", async () =>
    assertHas(await listText(SIGNS.map(([font, code]) => ({ font, sign: privateUse(code) })))));

  test("in runs of a Word document", async () => {
    const signs = SIGNS.map(([font, code]) =>
      paragraph(run(privateUse(code), `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`)),
    );
    assertHas(await textOf(await printWord(docx(signs.join("")))));
  });
});

test("bullets of a Word document beyond the Basic Multilingual Plane are printed", { skip: noOffice }, async () => {
  const text = await listText([
    { font: "Calibri", sign: "🚀" },
    { font: "Segoe UI Symbol", sign: "&#x1f5f9;" },
    { font: "Calibri", sign: "•" },
  ]);
  for (const sign of ["🚀", "🗹", "•"]) assert.ok(text.includes(sign), text);
});
