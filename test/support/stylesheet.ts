/** A stylesheet around the body of the template for the root: declarations, version and more attributes as needed. */
export const stylesheet = (body: string, declarations = "", attributes = "", version = "1.0"): string =>
  `<xsl:stylesheet version="${version}" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" ${attributes}>
${declarations}
<xsl:output method="html"/>
<xsl:template match="/"><p>${body}</p></xsl:template>
</xsl:stylesheet>`;

/** A template that calls itself with `body` until `n` is 0. */
export const countdown = (n: number, body: string): [call: string, template: string] => [
  `<xsl:call-template name="r"><xsl:with-param name="n" select="${n}"/></xsl:call-template>`,
  `<xsl:template name="r"><xsl:param name="n" select="0"/><xsl:if test="$n &gt; 0">${body}</xsl:if></xsl:template>`,
];

/** The recursive call of that template. */
export const RECURSIVE_CALL =
  '<xsl:call-template name="r"><xsl:with-param name="n" select="$n - 1"/></xsl:call-template>';
