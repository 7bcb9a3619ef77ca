type Content = string | Uint8Array;
export type Files = Readonly<Record<string, Content>>;

const blob = (content: Content): Blob => new Blob([content as Uint8Array<ArrayBuffer>]);

/** A form with files by name. The names of the document and of the stylesheet may have folders. */
export const upload = (
  xml: Content,
  xslt: Content | undefined,
  files: Files,
  [xmlName, xsltName]: readonly [xml: string, xslt: string] = ["doc.xml", "main.xsl"],
): FormData => {
  const data = new FormData();
  data.append("xml", blob(xml), xmlName);
  if (xslt !== undefined) data.append("xslt", blob(xslt), xsltName);
  for (const [name, content] of Object.entries(files)) data.append("files", blob(content), name);
  return data;
};

/** A stylesheet of these declarations alone, from its second line on. */
export const module = (declarations: string, version = "1.0"): string =>
  `<xsl:stylesheet version="${version}" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">\n${declarations}</xsl:stylesheet>`;
export const named = (name: string, body: string): string => `<xsl:template name="${name}">${body}</xsl:template>`;
export const call = (name: string): string => `<xsl:call-template name="${name}"/>`;
export const value = (select: string): string => `<xsl:value-of select="${select}"/>`;
export const importing = (...names: readonly string[]): string =>
  names.map((name) => `<xsl:import href="${name}"/>`).join("\n");
export const including = (...names: readonly string[]): string =>
  names.map((name) => `<xsl:include href="${name}"/>`).join("\n");

export const DOC = "<list><item>Grüße</item></list>";
