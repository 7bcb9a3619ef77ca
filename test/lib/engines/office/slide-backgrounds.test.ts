import assert from "node:assert/strict";
import { after, test } from "node:test";
import { OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { powerpointToPdf } from "../../../../lib/engines/powerpoint-to-pdf.ts";
import { openZip } from "../../../../lib/ooxml/zip.ts";
import { outputBytes } from "../../../../lib/output/output.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { presentation } from "../../../support/office/kinds.ts";
import { relationships } from "../../../support/office/parts.ts";
import { withPdfJs } from "../../../support/pdf/look.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const SLIDE = "ppt/slides/slide1.xml";
/** The background of a slide that is 10 inches wide. */
const BACKGROUND =
  '<p:bg><p:bgPr><a:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></a:blipFill><a:effectLst/></p:bgPr></p:bg>';
const [WIDTH, HEIGHT] = [3200, 2400];

test("the background of a slide keeps its pixels up to 600 to the inch", { skip: noOffice }, async () => {
  const plain = await openZip(presentation([{ text: "Text" }]));
  const slide = plain.read(plain.files.get(SLIDE)!).toString().replace("<p:cSld>", `<p:cSld>${BACKGROUND}`);
  const picture = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: "teal" } });
  const bytes = presentation([{ text: "Text" }], {
    [SLIDE]: slide,
    "ppt/slides/_rels/slide1.xml.rels": relationships([{ id: "rId1", type: "image", target: "../media/image1.jpg" }]),
    "ppt/media/image1.jpg": await picture.jpeg().toBuffer(),
  });
  const pdf = await outputBytes(await powerpointToPdf.run({ bytes }, AbortSignal.timeout(600_000)));
  const sizes = await withPdfJs(pdf, async (document) => {
    const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
    return fnArray.flatMap((code, index) => (code === OPS.paintImageXObject ? [argsArray[index].slice(1, 3)] : []));
  });
  assert.deepEqual(sizes, [[WIDTH, HEIGHT]]);
});
