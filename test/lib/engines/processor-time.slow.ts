// It has to be imported before the settings are read.
import "../../support/short-times.ts";

import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { compressPdf } from "../../../lib/engines/compress-pdf.ts";
import { csvToPdf } from "../../../lib/engines/csv-to-pdf.ts";
import { htmlToPdf } from "../../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../../lib/engines/page-setup.ts";
import { wordToPdf } from "../../../lib/engines/word-to-pdf.ts";
import { xmlToHtml } from "../../../lib/engines/xml-to-html.ts";
import { outputBytes } from "../../../lib/output/output.ts";
import { MB } from "../../../lib/settings/megabyte.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { noOffice } from "../../support/office/engine.ts";
import { rawPdf, rawStream } from "../../support/pdf/raw.ts";
import { stopEngines } from "../../support/print.ts";
import { stylesheet } from "../../support/stylesheet.ts";

after(stopEngines);
const { signal } = new AbortController();

/** A page drawn by a function that takes hours. */
const slowPdf = (): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 900 900]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Shading<</S 5 0 R>>>>>>",
    rawStream("/S sh"),
    "<</ShadingType 1/ColorSpace/DeviceGray/Matrix[900 0 0 900 0 0]/Function 6 0 R>>",
    rawStream(`{pop ${"1 add 1 sub ".repeat(20_000)}}`, "/FunctionType 4/Domain[0 1 0 1]/Range[0 1]"),
  ]);

suite("work that uses too much processor time ends with a message that names it:", { concurrency: false }, () => {
  test("a stylesheet", async () => {
    const all = "count(//b[count(//b[count(//b) &gt; 9999]) &gt; 9999])";
    const xslt = stylesheet(`<xsl:value-of select="${all}"/>`);
    await assert.rejects(xmlToHtml.run({ xml: `<a>${"<b/>".repeat(2000)}</a>`, xslt, params: {} }, signal), {
      code: "PROCESSING_FAILED",
      message: "The stylesheet used more than 2 s of processor time.",
    });
  });

  test("a stylesheet of a later version, which has more time to be compiled the larger it is", async () => {
    const branches = Array.from({ length: 2000 }, (_, at) => `<xsl:when test=". = '${at}'">${at}</xsl:when>`);
    const padding = (bytes: number) => `<!--${"x".repeat(bytes)}-->`;
    const large = stylesheet(`<xsl:choose>${branches.join("")}</xsl:choose>`, padding(MB), "", "2.0");
    const endless = 'use-when="count((1 to 100000)[. = (1 to 100000)[. &gt; 99999]]) = 0"';
    const result = await xmlToHtml.run({ xml: "<a>7</a>", xslt: large, params: {} }, signal);
    assert.match(Buffer.from(await outputBytes(result)).toString(), /<p>7<\/p>/);
    for (const [xslt, limit] of [
      [stylesheet("a", "", endless, "3.0"), "2 s"],
      [stylesheet("a", padding(MB / 10), endless, "3.0"), "4 s"],
    ] as const)
      await assert.rejects(xmlToHtml.run({ xml: "<a/>", xslt, params: {} }, signal), {
        code: "PROCESSING_FAILED",
        message: `The stylesheet used more than ${limit} of processor time.`,
      });
  });

  test("the scripts of a page", async () => {
    const source = { html: "<script>for (;;) {}</script>" };
    await assert.rejects(htmlToPdf.run({ source, pageSetup: PLAIN_PAGE }, signal), {
      code: "PROCESSING_FAILED",
      message: "The page used more than 2 s of processor time before it was at rest.",
    });
  });

  test("the printing of a page", async () => {
    const source = { html: '<div style="height:10000000px;background:red">a</div><p>end' };
    await assert.rejects(htmlToPdf.run({ source, pageSetup: PLAIN_PAGE }, signal), {
      code: "PROCESSING_FAILED",
      message: "Rendering the page used more than 2 s of processor time.",
    });
  });

  test("a CSV file, by its size", async () => {
    const bytes = Buffer.from(`a,b\n${"\u2067a\u2069\u05d0".repeat(400_000)}`);
    await assert.rejects(csvToPdf.run({ bytes, title: "", pageSetup: PLAIN_PAGE }, signal), {
      code: "PROCESSING_FAILED",
      message: "The document used more than 5 s of processor time.",
    });
  });

  test("a PDF file that is compressed", async () => {
    const bytes = slowPdf();
    await assert.rejects(compressPdf.run({ bytes, quality: "medium" }, signal), {
      code: "PROCESSING_FAILED",
      message: "The document used more than 2 s of processor time.",
    });
  });

  test("a Word document", { skip: noOffice }, async () => {
    const bytes = docx(paragraph("Lorem ipsum dolor sit amet. ".repeat(40)).repeat(6000));
    await assert.rejects(wordToPdf.run({ bytes }, signal), {
      code: "PROCESSING_FAILED",
      message: "The document used more than 2 s of processor time in LibreOffice.",
    });
    const small = await wordToPdf.run({ bytes: docx(paragraph("the next one")) }, signal);
    assert.ok(small.body instanceof Uint8Array);
  });
});
