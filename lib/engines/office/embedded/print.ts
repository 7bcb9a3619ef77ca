import type { Output } from "../../../output/output.ts";
import type { Warning } from "../../../output/warnings.ts";
import { escapeHtml } from "../../escape-html.ts";
import { htmlToPdf } from "../../html-to-pdf.ts";
import { type PageSetup, PLAIN_PAGE } from "../../page-setup.ts";

const EMBEDDED_ENGINE_WARNING: Warning = {
  code: "embedded-engine",
  message: "This machine has no LibreOffice: headers, footers, charts and most formats are lost.",
};

/** A document as HTML: its title, its body, and a style sheet whose `@page` rules give the page size. */
export interface EmbeddedHtml {
  readonly title: string;
  readonly style: string;
  readonly body: string;
}

/** Prints a document that was converted to HTML without LibreOffice. */
export const printEmbedded = async (
  { title, style, body }: EmbeddedHtml,
  signal: AbortSignal,
  pageSetup: PageSetup = PLAIN_PAGE,
): Promise<Output> => {
  const head = `<meta charset=utf-8><title>${escapeHtml(title)}</title><style>${style}</style>`;
  const printed = await htmlToPdf.run({ source: { html: `<!doctype html>${head}${body}` }, pageSetup }, signal);
  return { ...printed, warnings: [EMBEDDED_ENGINE_WARNING, ...printed.warnings] };
};
