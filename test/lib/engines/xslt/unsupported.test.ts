import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { xmlToHtml } from "../../../../lib/engines/xml-to-html.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { stylesheet } from "../../../support/stylesheet.ts";

after(() => warmParts().get(xmlToHtml.name)?.stop());

suite("a stylesheet that the engine would run wrongly is refused if", () => {
  for (const [why, xslt, message] of [
    [
      "the elements whose white space is stripped have names of XSLT 3.0",
      stylesheet("x", '<xsl:strip-space elements="b Q{}a"/>'),
      /^xslt, line 2, column 1: the names "b Q\{\}a" are not all of XSLT 1\.0\./,
    ],
    [
      "the groups of a number are computed",
      stylesheet('<xsl:number value="1000" grouping-separator="{/a}" grouping-size="3"/>'),
      /^xslt, line 4, column 28: this engine does not compute how numbers are grouped: "\{\/a\}"/,
    ],
    [
      "a decimal format has digits that the engine does not write",
      stylesheet("x", '<xsl:decimal-format zero-digit="\u0660"/>'),
      /^xslt, line 2, column 1: this engine writes no other digits than those of ASCII/,
    ],
  ] as const)
    test(why, async () => {
      const run = xmlToHtml.run({ xml: "<a/>", xslt, params: {} }, AbortSignal.timeout(600_000));
      await assert.rejects(run, { code: "INVALID_REQUEST", message });
    });
});
