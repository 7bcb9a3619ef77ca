/** A request that takes all the time that it gets. */
export interface Hostile {
  readonly path: string;
  readonly body: string;
}

const page = (html: string): Hostile => ({ path: "/v1/convert/html-to-pdf", body: JSON.stringify({ html }) });

/** A stylesheet that compares each of 2,000 elements with each pair of the others. */
const endlessStylesheet = (): Hostile => {
  const test = "count(//b[count(//b[count(//b) &gt; 9999]) &gt; 9999]) &gt; 0";
  const template = `<xsl:template match="/"><xsl:if test="${test}">x</xsl:if></xsl:template>`;
  const xslt = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${template}</xsl:stylesheet>`;
  return { path: "/v1/convert/xml-to-html", body: JSON.stringify({ xml: `<a>${"<b/>".repeat(2000)}</a>`, xslt }) };
};

/** What hostile accounts send, by the name of the scene. */
export const hostileRequests: Readonly<Record<string, readonly Hostile[]>> = (() => {
  const endless = page("<script>for (;;) {}</script>");
  const slow = page(
    "<p>x<script>setInterval(() => { const end = Date.now() + 900; while (Date.now() < end); })</script>",
  );
  const blurred = '<path d="M0 0L2000 2000" style="filter:blur(60px)"/>'.repeat(800);
  const bomb = page(`<svg width="2000" height="2000">${blurred}</svg>`);
  const stylesheet = endlessStylesheet();
  return {
    "endless pages": [endless],
    "slow pages": [slow],
    "SVG bombs": [bomb],
    "endless stylesheets": [stylesheet],
    "all of them": [endless, slow, bomb, stylesheet],
  };
})();
