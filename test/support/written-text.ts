import { xmlToHtml } from "../../lib/engines/xml-to-html.ts";
import { outputBytes } from "../../lib/output/output.ts";
import { stylesheet } from "./stylesheet.ts";

/** What a template is tried with. */
interface Trial {
  readonly xml: string;
  /** The version of the stylesheet: `2.0`. */
  readonly version: string;
  readonly declarations?: string;
}

/** The text that a template writes, without line breaks and elements other than `i`, which shows its attributes. */
export const writtenText = async (template: string, { xml, version, declarations = "" }: Trial): Promise<string> => {
  const xslt = stylesheet(`<p>${template}</p>`, declarations, "", version);
  const output = await xmlToHtml.run({ xml, xslt, params: {} }, AbortSignal.timeout(600_000));
  const html = Buffer.from(await outputBytes(output)).toString();
  return html.replace(/<(?!i )[^>]*>|\n/g, "").trim();
};
