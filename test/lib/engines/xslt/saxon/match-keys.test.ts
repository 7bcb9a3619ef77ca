import assert from "node:assert/strict";
import { after, test } from "node:test";
import { stopEngines, textOf, value } from "../../../../support/later-stylesheets.ts";
import { stylesheet } from "../../../../support/stylesheet.ts";

after(stopEngines);

test("groups, keys and distinct-values() of XSLT 2.0 and 3.0 compare all digits of numbers, of whatever type", async () => {
  const amounts = "<a>1234567.25</a><a>1234567.35</a><a>1234567.250</a>";
  const variable = `<xsl:variable name="amounts"><r>${amounts}</r></xsl:variable>`;
  const groups = ["number(.)", "xs:decimal(.)"].map(
    (by) =>
      `<xsl:for-each-group select="$amounts//a" group-by="${by}">[${value("current-group()", 'separator="+"')}]</xsl:for-each-group>`,
  );
  const body = [
    variable,
    ...groups,
    value("distinct-values((1, 1.0, 1e0, 1.5, 15e-1, 1e21, 1000000000000000000000, 1e-7, 0.0000001))"),
    `[${value("distinct-values((99999999999999999999, 99999999999999999998))")}]`,
    value("count(key('amount', 1234567.35, $amounts))"),
  ].join("");
  const key = '<xsl:key name="amount" match="a" use="xs:decimal(.)"/>';
  assert.equal(
    await textOf(stylesheet(body, key, 'xmlns:xs="http://www.w3.org/2001/XMLSchema"', "2.0")),
    "[1234567.25+1234567.250][1234567.35]".repeat(2) +
      "1 1.5 1.0E21 1.0E-7[99999999999999999999 99999999999999999998]1",
  );
});
