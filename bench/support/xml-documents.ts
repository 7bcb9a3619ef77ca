/** A stylesheet, and a document of about this many bytes for it. */
export interface Pair {
  readonly name: string;
  readonly xml: string;
  readonly xslt: string;
}

const sheet = (body: string): string =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="html" encoding="UTF-8"/>${body}</xsl:stylesheet>`;

const TABLE = sheet(`<xsl:template match="/catalogue"><html><head><title>Catalogue</title></head><body><table>
<xsl:for-each select="item"><xsl:sort select="price" data-type="number"/><tr class="r{position() mod 2}">
<td><xsl:value-of select="@id"/></td><td><xsl:value-of select="name"/></td>
<td><xsl:value-of select="format-number(price, '#,##0.00')"/></td>
<td><xsl:value-of select="stock"/></td></tr></xsl:for-each>
</table></body></html></xsl:template>`);

const DOCBOOK = sheet(`<xsl:template match="book"><html><body><xsl:apply-templates/></body></html></xsl:template>
<xsl:template match="chapter"><div id="{generate-id()}"><xsl:apply-templates/></div></xsl:template>
<xsl:template match="chapter/title"><h1><xsl:number count="chapter"/>. <xsl:apply-templates/></h1></xsl:template>
<xsl:template match="section/title"><h2><xsl:apply-templates/></h2></xsl:template>
<xsl:template match="para"><p><xsl:apply-templates/></p></xsl:template>
<xsl:template match="emphasis[@role='bold']"><b><xsl:apply-templates/></b></xsl:template>
<xsl:template match="emphasis"><em><xsl:apply-templates/></em></xsl:template>
<xsl:template match="ulink"><a href="{@url}"><xsl:apply-templates/></a></xsl:template>`);

const GROUPING = sheet(`<xsl:key name="by" match="item" use="group"/>
<xsl:template match="/catalogue"><html><body>
<xsl:for-each select="item[generate-id() = generate-id(key('by', group)[1])]"><h2><xsl:value-of select="group"/></h2>
<p><xsl:value-of select="sum(key('by', group)/price)"/></p><ul>
<xsl:for-each select="key('by', group)"><li><xsl:value-of select="name"/></li></xsl:for-each></ul></xsl:for-each>
</body></html></xsl:template>`);

const repeated = (bytes: number, piece: (index: number) => string): string => {
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < bytes; index++) {
    const next = piece(index);
    pieces.push(next);
    length += next.length;
  }
  return pieces.join("");
};

const item = (index: number): string =>
  `<item id="${index}"><name>Product ${index} &amp; parts</name><group>g${index % 500}</group>
<price>${(index * 7919) % 10_000}.5</price><stock>${index % 97}</stock></item>\n`;

const SECTION = `<section><title>Part</title><para>Some <emphasis>plain</emphasis> words, <emphasis role='bold'>bold
</emphasis> ones and <ulink url='#x'>links</ulink> within a longer sentence.</para></section>`;

const chapter = (index: number): string => `<chapter><title>Chapter ${index}</title>${SECTION.repeat(8)}</chapter>\n`;

/** Three typical stylesheets: a table, running text, grouping by keys. */
export const pairs = (bytes: number): Pair[] => [
  { name: "table", xml: `<catalogue>${repeated(bytes, item)}</catalogue>`, xslt: TABLE },
  { name: "DocBook-like", xml: `<book>${repeated(bytes, chapter)}</book>`, xslt: DOCBOOK },
  { name: "grouping", xml: `<catalogue>${repeated(bytes, item)}</catalogue>`, xslt: GROUPING },
];
