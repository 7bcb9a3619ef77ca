<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:param name="title">Catalogue</xsl:param>
  <xsl:output method="html" encoding="UTF-8"/>
  <xsl:template match="/catalogue">
    <html lang="en">
      <head><title><xsl:value-of select="$title"/></title></head>
      <body>
        <h1><xsl:value-of select="$title"/></h1>
        <table>
          <xsl:for-each select="item">
            <xsl:sort select="price" data-type="number"/>
            <tr><td><xsl:value-of select="name"/></td><td><xsl:value-of select="price"/></td></tr>
          </xsl:for-each>
        </table>
      </body>
    </html>
  </xsl:template>
</xsl:stylesheet>
