// It has to be imported before the settings are read.
import "../../support/short-times.ts";

import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { htmlToPdf } from "../../../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../../../lib/engines/page-setup.ts";
import { wordToPdf } from "../../../lib/engines/word-to-pdf.ts";
import { xmlToHtml } from "../../../lib/engines/xml-to-html.ts";
import { docx, paragraph } from "../../support/office/docx.ts";
import { noOffice } from "../../support/office/engine.ts";
import { stopEngines } from "../../support/print.ts";
import { stylesheet } from "../../support/stylesheet.ts";

after(stopEngines);
const { signal } = new AbortController();

suite("work that uses too much processor time ends with a message that names it:", { concurrency: false }, () => {
  test("a stylesheet", async () => {
    const all = "count(//b[count(//b[count(//b) &gt; 9999]) &gt; 9999])";
    const xslt = stylesheet(`<xsl:value-of select="${all}"/>`);
    await assert.rejects(xmlToHtml.run({ xml: `<a>${"<b/>".repeat(2000)}</a>`, xslt, params: {} }, signal), {
      code: "PROCESSING_FAILED",
      message: "The stylesheet used more than 2 s of processor time.",
    });
  });

  test("the scripts of a page", async () => {
    const source = { html: "<script>for (;;) {}</script>" };
    await assert.rejects(htmlToPdf.run({ source, pageSetup: PLAIN_PAGE }, signal), {
      code: "PROCESSING_FAILED",
      message: "The page used more than 2 s of processor time before it was printed.",
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
