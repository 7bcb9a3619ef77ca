import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { stopEngines, textOf, value } from "../../../../support/later-stylesheets.ts";
import { stylesheet } from "../../../../support/stylesheet.ts";

after(stopEngines);

const NAMESPACE = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

const valuesOf = (expressions: readonly string[]): Promise<string> => {
  const body = expressions.map((expression) => `[${value(expression)}]`).join("");
  return textOf(stylesheet(body, "", NAMESPACE, "2.0"));
};

suite("numbers of XSLT 2.0 and 3.0", { concurrency: 1 }, () => {
  test("have exact remainders and whole quotients beyond 2^53, as the check digits of an IBAN need", async () => {
    const iban =
      "string-join(for $c in string-to-codepoints('210501700012345678DE68') return string(if ($c > 64) then $c - 55 else $c - 48), '')";
    const expressions = [
      `xs:integer(${iban}) mod 97`,
      "for $n in xs:integer(concat('-900719925474099', //i[3])) return $n mod 10",
      "for $n in xs:integer(concat('1', '0000000000000000000')) return ($n - 1) idiv $n",
      "for $n in (7, -7, 7.5, 7e0) return ($n mod 2, $n idiv 2)",
    ];
    assert.equal(await valuesOf(expressions), "[1][-3][0][1 3 -1 -3 1.5 3 1 3]");
  });

  test("keep all of their digits when they are formatted, and never have an exponent that the picture has not", async () => {
    const expressions = [
      "for $n in (123456789012345678, -12345678901234567890123) return format-number($n, '#,##0')",
      "format-number(xs:decimal('123456789012345678.255'), '0.00')",
      "format-number(xs:decimal('0.12345678901234567890'), '0.00000000000000000000')",
      "for $n in (1e-7, 0.0000000123, 5.55e-17) return format-number($n, '0.0000000000')",
      "format-number(1234567890123456789012.5, '0.00')",
      "for $picture in ('0.0%', '0.0‰', '0.0e0') return format-number(12345678901234567.89, $picture)",
    ];
    assert.equal(
      await valuesOf(expressions),
      "[123,456,789,012,345,678 -12,345,678,901,234,567,890,123]" +
        "[123456789012345678.26]" +
        "[0.12345678901234567890]" +
        "[0.0000001000 0.0000000123 0.0000000000]" +
        "[1234567890123456789012.50]" +
        "[1234567890123456789.0% 12345678901234567890.0‰ 1.2e16]",
    );
  });
});
