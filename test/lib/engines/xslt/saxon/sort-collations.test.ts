import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { file, stopEngines, textOf, value } from "../../../../support/later-stylesheets.ts";
import { stylesheet } from "../../../../support/stylesheet.ts";

after(stopEngines);

const TEXTS = "'b', 'B', 'a', 'é', 'Z', 'Ab', 'AZ'";
const BY_CODE_POINTS = "AZ,Ab,B,Z,a,b,é,";
const AS_ENGLISH = "a,Ab,AZ,b,B,é,Z,";

const sorted = (attributes = ""): string =>
  `<xsl:for-each select="${TEXTS}"><xsl:sort ${attributes}/>${value(".")},</xsl:for-each>`;

suite("a stylesheet of XSLT 2.0 sorts texts", { concurrency: 1 }, () => {
  test("by their code points if it chooses nothing else", async () => {
    const groups = `<xsl:for-each-group select="${TEXTS}" group-by="."><xsl:sort select="current-grouping-key()"/>${value(".")},</xsl:for-each-group>`;
    const descending = sorted('order="descending" data-type="text"');
    assert.equal(
      await textOf(stylesheet(`${sorted()};${groups};${descending}`, "", "", "2.0")),
      `${BY_CODE_POINTS};${BY_CODE_POINTS};é,b,a,Z,B,Ab,AZ,`,
    );
  });

  test("by their code points in an imported module", async () => {
    const files = [file("m.xsl", stylesheet(sorted(), "", "", "2.0"))];
    const main =
      '<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="m.xsl"/></xsl:stylesheet>';
    assert.equal(await textOf(main, { files }), BY_CODE_POINTS);
  });

  test("as its language, or the collation that it chooses, does", async () => {
    const english = sorted('lang="en"') + sorted('_lang="en"');
    assert.equal(await textOf(stylesheet(english, "", "", "3.0")), AS_ENGLISH + AS_ENGLISH);
    const withDefault = stylesheet(sorted(), "", 'default-collation="http://www.w3.org/2013/collation/UCA"', "3.0");
    assert.equal(await textOf(withDefault), AS_ENGLISH);
  });

  test("as numbers if it says so", async () => {
    const numbers = `<xsl:for-each select="'10', '9', '-1'"><xsl:sort data-type="number"/>${value(".")},</xsl:for-each>`;
    const typed = `<xsl:for-each select="10, 9, 2.5"><xsl:sort select="."/>${value(".")},</xsl:for-each>`;
    assert.equal(await textOf(stylesheet(numbers + typed, "", "", "2.0")), "-1,9,10,2.5,9,10,");
  });
});
