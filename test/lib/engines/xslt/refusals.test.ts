import assert from "node:assert/strict";
import { after, test } from "node:test";
import { xmlToHtml } from "../../../../lib/engines/xml-to-html.ts";
import { ServiceError } from "../../../../lib/errors/service-error.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { countdown, RECURSIVE_CALL, stylesheet } from "../../../support/stylesheet.ts";

after(() => warmParts().get(xmlToHtml.name)?.stop());

const failure = async (xml: string | Uint8Array, xslt: string | Uint8Array | undefined): Promise<string> => {
  const result = await xmlToHtml
    .run({ xml, xslt, params: {} }, AbortSignal.timeout(600_000))
    .catch((error: unknown) => error);
  assert.ok(result instanceof ServiceError, String(result));
  return `${result.code} ${result.message}`;
};

const x = stylesheet("x");
const entity = (value: string) => `<!DOCTYPE a [<!ENTITY e ${value}>]>\n<a>&e;</a>`;

for (const [why, xml, xslt, expected] of [
  [
    "the XML is malformed",
    "<a>\n<b></a>",
    x,
    /^INVALID_REQUEST xml, line 2, column 8: not well-formed: Opening and ending tag mismatch: b line 2 and a\.$/,
  ],
  ["the XML is empty", "", x, /^INVALID_REQUEST xml, line 1, column 1: not well-formed: Document is empty\.$/],
  [
    "a prefix is not declared",
    "<a:a/>",
    x,
    /^INVALID_REQUEST xml, line 1, column 5: not well-formed: Namespace prefix a on a is not defined\.$/,
  ],
  [
    "the stylesheet is malformed",
    "<a/>",
    "<xsl:stylesheet",
    /^INVALID_REQUEST xslt, line 1, column 16: not well-formed: /,
  ],
  [
    "the stylesheet is another document",
    "<a/>",
    "<a/>",
    /^INVALID_REQUEST xslt, line 1, column 1: document is not a stylesheet\.$/,
  ],
  [
    "an expression does not compile",
    "<a/>",
    stylesheet('<b/>\n <xsl:value-of\n  select="1 +"/>'),
    /^INVALID_REQUEST xslt, line 5, column 2: .*could not compile select expression '1 \+'/,
  ],
  [
    "a function is unknown",
    "<a/>",
    stylesheet('<xsl:value-of select="foo()"/>'),
    /^INVALID_REQUEST xslt, line 4, column 28: function foo not found\.$/,
  ],
  [
    "a variable is unknown",
    "<a/>",
    stylesheet('<xsl:value-of select="$foo"/>'),
    /^INVALID_REQUEST xslt, line 4, column 28: Variable 'foo' has not been declared\.$/,
  ],
  [
    "a template is unknown",
    "<a/>",
    stylesheet('<xsl:call-template name="foo"/>'),
    /^INVALID_REQUEST xslt, line 4, column 28: The called template 'foo' was not found\.$/,
  ],
  [
    "the second of two elements with the same name on a line has an error",
    "<a/>",
    stylesheet('<xsl:value-of select="1"/><xsl:value-of select="foo()"/>'),
    /line 4, column 54: function foo not found/,
  ],
  [
    "the stylesheet ends the transformation by xsl:message",
    "<a/>",
    stylesheet('<xsl:message>first</xsl:message><xsl:message terminate="yes">no <b>total</b></xsl:message>'),
    /^INVALID_REQUEST xslt, line 4, column 60: the stylesheet ended the transformation: no total\.$/,
  ],
  [
    "a 1.0 stylesheet has an unknown instruction",
    "<a/>",
    stylesheet("<xsl:foo/>"),
    /^INVALID_REQUEST xslt, line 4, column 28: the instruction xsl:foo is not one/,
  ],
  [
    "a stylesheet of version 1.0 has a declaration of XSLT 3.0",
    "<a/>",
    stylesheet("x", '<xsl:mode on-no-match="shallow-copy"/>'),
    /^INVALID_REQUEST xslt, line 2, column 1: this declaration is not one of XSLT 1\.0\.$/,
  ],
  [
    "a stylesheet of version 1.0 calls a function of XPath 2.0",
    "<a/>",
    stylesheet("<xsl:value-of select=\"string-join(a, ' ')\"/>"),
    /function string-join not found\.$/,
  ],
  [
    "a stylesheet of version 2.0 is embedded",
    '<?xml-stylesheet type="text/xsl" href="#s"?>\n<a><xsl:stylesheet id="s" version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/></a>',
    undefined,
    /^INVALID_REQUEST xml, line 2, column 4: a stylesheet of a later version must be a part or a file of its own\./,
  ],
  [
    "an attribute of a later version changes the result of a stylesheet of version 1.0",
    "<a/>",
    stylesheet('<xsl:value-of select="a" separator=","/>'),
    /^INVALID_REQUEST xslt, line 4, column 28: the attribute separator of this instruction is not one of XSLT 1\.0\.$/,
  ],
  [
    "a literal element has an attribute of a later version",
    "<a/>",
    stylesheet('<b xsl:expand-text="yes">{1}</b>'),
    /^INVALID_REQUEST xslt, line 4, column 28: the attribute xsl:expand-text is not one of XSLT 1\.0\./,
  ],
  [
    "a template has several modes",
    "<a/>",
    stylesheet("x", '<xsl:template match="a" mode="b c"/>'),
    /^INVALID_REQUEST xslt, line 2, column 1: the mode "b c" is not one of XSLT 1\.0\./,
  ],
  [
    "the output is XHTML",
    "<a/>",
    stylesheet("x").replace('"html"', '"xhtml"'),
    /^INVALID_REQUEST xslt, line 3, column 1: the output method xhtml is not one of XSLT 1\.0\.$/,
  ],
  [
    "an extension element is unknown",
    "<a/>",
    stylesheet("<e:foo/>", "", 'xmlns:e="urn:e" extension-element-prefixes="e"'),
    /^INVALID_REQUEST xslt, line 4, column 28: failed to find extension foo\.$/,
  ],
  [
    "no stylesheet is given or embedded",
    "<a/>",
    undefined,
    /^INVALID_REQUEST xslt is missing, and xml embeds no stylesheet/,
  ],
  [
    "xml-stylesheet names an external stylesheet",
    '<?xml-stylesheet type="text/xsl" href="http://x/y.xsl"?><a/>',
    undefined,
    /^INVALID_REQUEST xml: <\?xml-stylesheet\?> reads nothing outside of the request: "http:\/\/x\/y\.xsl"\.$/,
  ],
  [
    "the embedded stylesheet has an error",
    `<?xml-stylesheet type="text/xsl" href="#s"?>
<xsl:stylesheet xml:id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:template match="/"><xsl:value-of select="("/></xsl:template></xsl:stylesheet>`,
    undefined,
    /^INVALID_REQUEST xml, line 3, column 25: .*could not compile/,
  ],
  [
    "an external entity is used",
    entity('SYSTEM "file:///etc/passwd"'),
    x,
    /^INVALID_REQUEST xml, line 2, column \d+: external entities are not read: "file:\/\/\/etc\/passwd"\.$/,
  ],
  [
    "an entity of an external DTD is used",
    '<!DOCTYPE a SYSTEM "http://x/a.dtd"><a>&nbsp;</a>',
    x,
    /^INVALID_REQUEST xml, line 1, column 46: not well-formed: Entity 'nbsp' not defined\. The DTD that the document names is not read\.$/,
  ],
  [
    "document() names a file",
    "<a/>",
    stylesheet(`<xsl:value-of select="document('/etc/passwd')"/>`),
    /^INVALID_REQUEST xslt, line 4, column 28: document\(\) reads nothing outside of the request: "\/etc\/passwd"\.$/,
  ],
  [
    "xsl:import names a file",
    "<a/>",
    stylesheet("x", '<xsl:import href="b.xsl"/>'),
    /^INVALID_REQUEST xslt, line 2, column 1: xsl:import and xsl:include read only parts of files, and none is named "b\.xsl"\.$/,
  ],
  [
    "xsl:include names a URL",
    "<a/>",
    stylesheet("x", '<xsl:include href="http://x/b.xsl"/>'),
    /^INVALID_REQUEST xslt, line 2, column 1: xsl:import and xsl:include read nothing outside of the request: "http:\/\/x\/b\.xsl"\.$/,
  ],
  [
    "exsl:document writes a file",
    "<a/>",
    stylesheet(
      '<e:document href="out">x</e:document>',
      "",
      'xmlns:e="http://exslt.org/common" extension-element-prefixes="e"',
    ),
    /^INVALID_REQUEST xslt, line 4, column 28: File write for out refused\.$/,
  ],
  [
    "the output method is unknown",
    "<a/>",
    stylesheet("x", "", 'xmlns:m="urn:m"').replace('"html"', '"m:pdf"'),
    /^INVALID_REQUEST xslt: unsupported method \(pdf\)\.$/,
  ],
  [
    "templates call each other endlessly",
    "<a/>",
    stylesheet(...countdown(1e9, RECURSIVE_CALL)),
    /^PROCESSING_FAILED The transformation was stopped\. xslt, line \d+, column \d+: templates call each other more/,
  ],
  [
    "the result exceeds the memory limit",
    "<a/>",
    stylesheet(
      '<xsl:call-template name="r"/>',
      `<xsl:template name="r"><xsl:param name="s" select="'${"x".repeat(999)}'"/>
      <xsl:call-template name="r"><xsl:with-param name="s" select="concat($s, $s)"/></xsl:call-template></xsl:template>`,
    ),
    /^PROCESSING_FAILED The transformation needs more than the \d+ MB of memory that it may use\.$/,
  ],
] as const) {
  test(`refuses when ${why}`, async () => assert.match(await failure(xml, xslt), expected));
}
