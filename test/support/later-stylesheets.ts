import assert from "node:assert/strict";
import { type Transformation, xmlToHtml } from "../../lib/engines/xml-to-html.ts";
import { outputBytes } from "../../lib/output/output.ts";
import { warmParts } from "../../lib/workers/warm.ts";

/** The document that stylesheets of XSLT 2.0 and 3.0 are tried with. */
export const XML = "<r><i g='a'>1</i><i g='b'>2</i><i g='a'>3</i></r>";

export const value = (select: string, attributes = ""): string => `<xsl:value-of select="${select}" ${attributes}/>`;

export const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });

export const run = (xslt: string, more: Partial<Transformation> = {}) =>
  xmlToHtml.run({ xml: XML, xslt, params: {}, ...more }, AbortSignal.timeout(600_000));

/** The text of a result, without elements and line breaks. */
export const textOf = async (xslt: string, more: Partial<Transformation> = {}): Promise<string> => {
  const output = await run(xslt, more);
  assert.match(output.engine, /^saxonjs\/3\./);
  return Buffer.from(await outputBytes(output))
    .toString()
    .replace(/<[^>]*>|\n/g, "")
    .trim();
};

/** Stops the engines of XSLT, after the last test. */
export const stopEngines = () =>
  Promise.all(Object.keys(xmlToHtml.warmParts).map((name) => warmParts().get(name)?.stop()));
