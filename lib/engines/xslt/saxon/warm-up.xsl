<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:f="urn:f" exclude-result-prefixes="#all" expand-text="yes">
<xsl:output method="html" indent="yes"/>
<xsl:param name="title" select="'Orders'"/>
<xsl:decimal-format name="eu" decimal-separator="," grouping-separator="."/>
<xsl:key name="item" match="item" use="@id"/>
<xsl:variable name="names" select="map { 'a': 'Apples', 'b': 'Pears' }"/>
<xsl:function name="f:total" as="xs:double"><xsl:param name="items" as="element()*"/><xsl:sequence select="sum($items ! (@price * @count))"/></xsl:function>
<xsl:template match="/"><html><head><title>{$title}</title></head><body><xsl:apply-templates select="orders"/></body></html></xsl:template>
<xsl:template match="orders"><table>
<xsl:for-each-group select="item" group-by="@kind"><xsl:sort select="current-grouping-key()"/>
<tr class="{if (position() mod 2) then 'odd' else 'even'}"><th>{($names(current-grouping-key()), 'Others')[1]}</th>
<xsl:for-each select="current-group()"><xsl:sort select="xs:date(@day)" order="descending"/><xsl:apply-templates select="."/></xsl:for-each>
<td>{format-number(f:total(current-group()), '#.##0,00', 'eu')}</td></tr></xsl:for-each-group></table></xsl:template>
<xsl:template match="item[@count &gt; 1]" priority="2"><td><b><xsl:next-match/></b></td></xsl:template>
<xsl:template match="item"><xsl:variable name="words" select="tokenize(normalize-space(.), '\s+')"/>
<xsl:choose><xsl:when test="matches(., '^[A-Z]') and exists(key('item', @id))">{upper-case($words[1])}</xsl:when><xsl:otherwise><xsl:value-of select="$words" separator=" "/></xsl:otherwise></xsl:choose>
<xsl:text> </xsl:text>{format-date(xs:date(@day), '[D] [MNn] [Y]')}<span><xsl:copy-of select="@* except @day"/><xsl:apply-templates select="node()" mode="copy"/></span></xsl:template>
<xsl:template match="@* | node()" mode="copy"><xsl:copy><xsl:apply-templates select="@* | node()" mode="#current"/></xsl:copy></xsl:template>
<xsl:template match="text()" mode="copy"><xsl:analyze-string select="." regex="[0-9]+"><xsl:matching-substring><i>{.}</i></xsl:matching-substring><xsl:non-matching-substring>{replace(., 'x', 'y')}</xsl:non-matching-substring></xsl:analyze-string></xsl:template>
</xsl:stylesheet>
