import { docx } from "../../test/support/office/docx.ts";
import { fileForm } from "./load.ts";

/** A request that takes all the time that it gets, or ends what works on it. */
export interface Hostile {
  readonly path: string;
  readonly body: string | Uint8Array;
  /** The content type; JSON by default. */
  readonly type?: string;
}

const page = (html: string): Hostile => ({ path: "/v1/convert/html-to-pdf", body: JSON.stringify({ html }) });

/** A stylesheet that compares each of 2,000 elements with each pair of the others. */
const endlessStylesheet = (): Hostile => {
  const test = "count(//b[count(//b[count(//b) &gt; 9999]) &gt; 9999]) &gt; 0";
  const template = `<xsl:template match="/"><xsl:if test="${test}">x</xsl:if></xsl:template>`;
  const xslt = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${template}</xsl:stylesheet>`;
  return { path: "/v1/convert/xml-to-html", body: JSON.stringify({ xml: `<a>${"<b/>".repeat(2000)}</a>`, xslt }) };
};

/** A formula of 4,000 fractions, each in the numerator of the next, over which LibreOffice crashes. */
const deepFormula = (): Hostile => {
  const depth = 4000;
  const denominator = "</m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>";
  const fractions = `${"<m:f><m:num>".repeat(depth)}<m:r><m:t>a</m:t></m:r>${denominator.repeat(depth)}`;
  const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
  return {
    path: "/v1/convert/word-to-pdf",
    ...fileForm(docx(`<w:p><m:oMath ${math}>${fractions}</m:oMath></w:p>`)),
  };
};

/** What hostile accounts send, by the name of the scene. */
export const hostileRequests: Readonly<Record<string, readonly Hostile[]>> = (() => {
  const endless = page("<script>for (;;) {}</script>");
  const slow = page(
    "<p>x<script>setInterval(() => { const end = Date.now() + 900; while (Date.now() < end); })</script>",
  );
  const blurred = '<path d="M0 0L2000 2000" style="filter:blur(60px)"/>'.repeat(800);
  const bomb = page(`<svg width="2000" height="2000">${blurred}</svg>`);
  const [stylesheet, formula] = [endlessStylesheet(), deepFormula()];
  return {
    "endless pages": [endless],
    "slow pages": [slow],
    "SVG bombs": [bomb],
    "endless stylesheets": [stylesheet],
    "deep formulas": [formula],
    "all of them": [endless, slow, bomb, stylesheet, formula],
  };
})();
