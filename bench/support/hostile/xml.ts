import { FORM_TYPE, type HostileInput, multipart } from "./hostile-input.ts";

const MEGABYTE = 1_000_000;

const filled = (unit: string, size = MEGABYTE): string => unit.repeat(Math.floor(size / Buffer.byteLength(unit)));

const stylesheet = (content: string): string =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${content}</xsl:stylesheet>`;

const COPY = stylesheet('<xsl:template match="/"><xsl:copy-of select="."/></xsl:template>');
const EMBEDDED = '<?xml-stylesheet type="text/xsl" href="#a"?>';

type Documents = readonly [xml: string | Buffer, xslt?: string];

const DOCUMENTS: Readonly<Record<string, () => Documents>> = {
  "stylesheets that do not end": () => [EMBEDDED + filled("<stylesheet ")],
  "stylesheets without their id": () => [`${EMBEDDED}<a>${filled('<stylesheet id="b"/>')}</a>`],
  "references to a stylesheet": () => [filled('<?xml-stylesheet href="#', 60_000)],
  "an instruction of blanks": () => [`<?xml-stylesheet ${" ".repeat(60_000)}href`],
  "nested elements": () => [filled("<a>"), COPY],
  "attributes of one element": () => [
    `<a ${Array.from({ length: 60_000 }, (_, at) => `a${at}="${at}"`).join(" ")}/>`,
    COPY,
  ],
  "entities in entities": () => [
    `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${"bcdefghij"[at]} "${`&${"abcdefghi"[at]};`.repeat(10)}">`).join("")}]><a>&j;</a>`,
    COPY,
  ],
  "a stylesheet without end": () => [
    "<a/>",
    stylesheet(
      '<xsl:template match="/"><xsl:call-template name="b"/></xsl:template><xsl:template name="b">x<xsl:call-template name="b"/></xsl:template>',
    ),
  ],
  "output without end": () => [
    `<a>${filled("<b/>", 40_000)}</a>`,
    stylesheet(
      `<xsl:template match="/"><xsl:for-each select="//b"><xsl:for-each select="//b"><x>${"y".repeat(1000)}</x></xsl:for-each></xsl:for-each></xsl:template>`,
    ),
  ],
  "quadratic paths": () => [
    `<a>${filled("<b/>", 200_000)}</a>`,
    stylesheet(
      '<xsl:template match="/"><xsl:value-of select="count(//b[count(preceding::b) &gt; 3])"/></xsl:template>',
    ),
  ],
  "messages of 1 MB": () => [
    "<a/>",
    stylesheet(
      `<xsl:template match="/"><xsl:message terminate="yes">${"m".repeat(900_000)}</xsl:message></xsl:template>`,
    ),
  ],
  "bytes of Shift_JIS": () => [
    Buffer.concat([Buffer.from('<?xml version="1.0" encoding="shift_jis"?><a>'), Buffer.alloc(MEGABYTE, 0x82)]),
    COPY,
  ],
  "an encoding that does not exist": () => [`<?xml version="1.0" encoding="${"x".repeat(900)}"?><a/>`, COPY],
  "an open tag of 1 MB": () => [`<a ${"b".repeat(MEGABYTE)}`, COPY],
  "comments that do not end": () => [filled("<!--"), COPY],
};

/** XML documents and stylesheets that take long to look at or to transform. */
export const hostileXml: readonly HostileInput[] = Object.entries(DOCUMENTS).map(([name, make]) => ({
  name: `xml: ${name}`,
  path: "/v1/convert/xml-to-html",
  type: FORM_TYPE,
  body: () => {
    const [xml, xslt] = make();
    const parts = [{ name: "xml", value: Buffer.from(xml as string) }];
    if (xslt !== undefined) parts.push({ name: "xslt", value: Buffer.from(xslt) });
    return multipart(parts);
  },
}));
