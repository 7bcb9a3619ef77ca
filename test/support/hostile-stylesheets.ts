import { countdown, RECURSIVE_CALL, stylesheet } from "./stylesheet.ts";

/** How a hostile request must end: with an error, at a limit, or with a result without what it tried to get. */
type End = "INVALID_REQUEST" | "PROCESSING_FAILED" | "harmless";

/** One attack: name, document, stylesheet, end. */
type Attack = readonly [name: string, xml: string, xslt: string, end: End];

const value = (select: string, attributes = "", version = "1.0") =>
  stylesheet(`<xsl:value-of select="${select}"/>`, "", attributes, version);
const ALL = value(".");
const extension = (prefix: string, uri: string) => `xmlns:${prefix}="${uri}" extension-element-prefixes="${prefix}"`;

/** Reads of files and addresses, by entities, functions and inclusions. `file` holds a secret, `http` listens. */
const reads = (file: string, http: string): Attack[] => [
  ["entity of a file", `<!DOCTYPE a [<!ENTITY x SYSTEM "${file}">]><a>&x;</a>`, ALL, "INVALID_REQUEST"],
  ["entity of an address", `<!DOCTYPE a [<!ENTITY x SYSTEM "${http}/e">]><a>&x;</a>`, ALL, "INVALID_REQUEST"],
  [
    "entity in the stylesheet",
    "<a/>",
    `<!DOCTYPE x [<!ENTITY x SYSTEM "${file}">]>${stylesheet("&x;")}`,
    "INVALID_REQUEST",
  ],
  ["public entity", `<!DOCTYPE a [<!ENTITY x PUBLIC "p" "${http}/p">]><a>&x;</a>`, ALL, "INVALID_REQUEST"],
  ["external DTD with its entity", `<!DOCTYPE a SYSTEM "${http}/d"><a>&x;</a>`, ALL, "INVALID_REQUEST"],
  ["external DTD", `<!DOCTYPE a SYSTEM "${http}/d"><a>x</a>`, ALL, "harmless"],
  ["parameter entity", `<!DOCTYPE a [<!ENTITY % p SYSTEM "${http}/pe">%p;]><a/>`, ALL, "INVALID_REQUEST"],
  [
    "XInclude",
    `<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${file}" parse="text"/></a>`,
    ALL,
    "harmless",
  ],
  ["document() of a file", "<a/>", value(`document('${file}')`), "INVALID_REQUEST"],
  ["document() of a relative path", "<a/>", value("document('../../etc/hostname')"), "INVALID_REQUEST"],
  ["document() of an address", "<a/>", value(`document('${http}/doc')`), "INVALID_REQUEST"],
  ["document() by xml:base", `<a xml:base="${http}/base/">x</a>`, value("document(/a, /a)"), "INVALID_REQUEST"],
  ["document() of many", `<a><b>${file}</b><b>${http}/b</b></a>`, value("document(//b)"), "INVALID_REQUEST"],
  ["include of a file", "<a/>", stylesheet("x", `<xsl:include href="${file}"/>`), "INVALID_REQUEST"],
  ["include of an address", "<a/>", stylesheet("x", `<xsl:include href="${http}/inc"/>`), "INVALID_REQUEST"],
  ["import of an address", "<a/>", stylesheet("x", `<xsl:import href="${http}/imp"/>`), "INVALID_REQUEST"],
  ["unparsed-text() of a file", "<a/>", value(`unparsed-text('${file}')`, "", "2.0"), "INVALID_REQUEST"],
  ["doc() of an address", "<a/>", value(`doc('${http}/doc2')`, "", "2.0"), "INVALID_REQUEST"],
  ["collection()", "<a/>", value(`count(uri-collection('${file}'))`, "", "3.0"), "harmless"],
  ["environment variables", "<a/>", value("environment-variable('PATH')", "", "3.0"), "harmless"],
  [
    "names of the system",
    "<a/>",
    value("concat(system-property('xsl:vendor'), system-property('os.name'))"),
    "harmless",
  ],
];

/** Writes, by every element that is known for it, and code of other languages. */
const writes = (target: string): Attack[] => [
  [
    "exsl:document",
    "<a/>",
    stylesheet(`<e:document href="${target}">x</e:document>`, "", extension("e", "http://exslt.org/common")),
    "INVALID_REQUEST",
  ],
  [
    "xsl:document",
    "<a/>",
    stylesheet(`<xsl:document href="${target}">x</xsl:document>`, "", "", "1.1"),
    "INVALID_REQUEST",
  ],
  [
    "redirect:write",
    "<a/>",
    stylesheet(
      `<r:write file="${target}">x</r:write>`,
      "",
      extension("r", "org.apache.xalan.xslt.extensions.Redirect"),
    ),
    "INVALID_REQUEST",
  ],
  [
    "saxon:output",
    "<a/>",
    stylesheet(`<s:output href="${target}">x</s:output>`, "", extension("s", "http://icl.com/saxon")),
    "INVALID_REQUEST",
  ],
  [
    "xt:document",
    "<a/>",
    stylesheet(`<t:document href="${target}">x</t:document>`, "", extension("t", "http://www.jclark.com/xt")),
    "INVALID_REQUEST",
  ],
  [
    "xsl:result-document",
    "<a/>",
    stylesheet(`<xsl:result-document href="${target}">x</xsl:result-document>`, "", "", "2.0"),
    "INVALID_REQUEST",
  ],
  [
    "JavaScript by Saxon",
    "<a/>",
    value("js:eval('1')", 'xmlns:js="http://saxonica.com/ns/globalJS"', "3.0"),
    "INVALID_REQUEST",
  ],
  [
    "JavaScript by MSXML",
    "<a/>",
    stylesheet(
      '<xsl:value-of select="m:f()"/>',
      '<ms:script xmlns:ms="urn:schemas-microsoft-com:xslt" implements-prefix="m">function f(){}</ms:script>',
      'xmlns:m="urn:m"',
    ),
    "INVALID_REQUEST",
  ],
  [
    "Java by Xalan",
    "<a/>",
    value("rt:exec(rt:getRuntime(), 'id')", 'xmlns:rt="http://xml.apache.org/xalan/java/java.lang.Runtime"'),
    "INVALID_REQUEST",
  ],
  ["PHP functions", "<a/>", value("php:function('system', 'id')", 'xmlns:php="http://php.net/xsl"'), "INVALID_REQUEST"],
  ["xsl:evaluate", "<a/>", stylesheet("<xsl:evaluate xpath=\"'1'\"/>", "", "", "3.0"), "harmless"],
];

/** Nine entities, each with ten references to the one before. */
const tenfold = (call: string, declare: string): string =>
  Array.from({ length: 9 }, (_, n) => `<!ENTITY${declare} a${n + 1} "${`${call}a${n};`.repeat(10)}">`).join("");

const BILLION_LAUGHS = `<!DOCTYPE l [<!ENTITY a0 "lol">${tenfold("&", "")}]>`;

const doubling = `<xsl:template name="d"><xsl:param name="s"/><xsl:call-template name="d">
<xsl:with-param name="s" select="concat($s, $s)"/></xsl:call-template></xsl:template>`;

/** Endless work, memory, depth and output. Requests that only the deadline stops end with PROCESSING_FAILED too. */
const bounds = (): Attack[] => [
  ["billion laughs", `${BILLION_LAUGHS}<l>&a9;</l>`, ALL, "INVALID_REQUEST"],
  [
    "quadratic entities",
    `<!DOCTYPE l [<!ENTITY a "${"A".repeat(100_000)}">]><l>${"&a;".repeat(20_000)}</l>`,
    ALL,
    "INVALID_REQUEST",
  ],
  ["entities of attributes", `${BILLION_LAUGHS}<l b="&a9;"/>`, ALL, "INVALID_REQUEST"],
  [
    "parameter entities",
    `<!DOCTYPE l [<!ENTITY % a0 "<!ELEMENT x ANY>">${tenfold("&#37;", " %")}%a9;]><l/>`,
    ALL,
    "INVALID_REQUEST",
  ],
  ["entity that holds itself", '<!DOCTYPE l [<!ENTITY a "&b;"><!ENTITY b "&a;">]><l>&a;</l>', ALL, "INVALID_REQUEST"],
  ["recursion without end", "<a/>", stylesheet(...countdown(1e9, `<x>${RECURSIVE_CALL}</x>`)), "PROCESSING_FAILED"],
  [
    "apply-templates without end",
    "<a/>",
    stylesheet(
      '<xsl:apply-templates select="a"/>',
      '<xsl:template match="a"><xsl:apply-templates select="."/></xsl:template>',
    ),
    "PROCESSING_FAILED",
  ],
  [
    "variables that need each other",
    "<a/>",
    stylesheet(
      '<xsl:value-of select="$v"/>',
      '<xsl:variable name="v" select="$w"/><xsl:variable name="w" select="$v"/>',
    ),
    "INVALID_REQUEST",
  ],
  ["exponential recursion", "<a/>", stylesheet(...countdown(60, RECURSIVE_CALL + RECURSIVE_CALL)), "PROCESSING_FAILED"],
  [
    "strings that double",
    "<a/>",
    stylesheet(
      `<xsl:call-template name="d"><xsl:with-param name="s" select="'${"x".repeat(999)}'"/></xsl:call-template>`,
      doubling,
    ),
    "PROCESSING_FAILED",
  ],
  [
    "padding of 4 GB, which EXSLT cuts",
    "<a/>",
    value("str:padding(4000000000, 'x')", 'xmlns:str="http://exslt.org/strings"'),
    "harmless",
  ],
  [
    "exponential XPath",
    `<a>${"<b/>".repeat(3000)}</a>`,
    value("count(//b[count(//b[count(//b) &gt; 0]) &gt; 0])"),
    "PROCESSING_FAILED",
  ],
  ["20,000 parentheses", "<a/>", value(`${"(".repeat(20_000)}1${")".repeat(20_000)}`), "INVALID_REQUEST"],
  [
    "templates for 50,000 levels",
    "<a>".repeat(50_000) + "</a>".repeat(50_000),
    stylesheet("<xsl:apply-templates/>"),
    "harmless",
  ],
];

/** 46 attacks, each with its expected end. */
export const attacks = (file: string, http: string, target: string): Attack[] => [
  ...reads(file, http),
  ...writes(target),
  ...bounds(),
];
