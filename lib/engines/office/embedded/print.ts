import type { Output } from "../../../workers/output.ts";
import type { Warning } from "../../../workers/warnings.ts";
import { htmlToPdf } from "../../html-to-pdf.ts";
import { PLAIN_PAGE } from "../../page-setup.ts";

/** Escapes text for HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const EMBEDDED_ENGINE_WARNING: Warning = {
  code: "embedded-engine",
  message: "This machine has no LibreOffice: headers, footers, charts and most formats are lost.",
};

/** Prints the body of a document with a style sheet whose `@page` rules give the page size. */
export const print = async (title: string, style: string, body: string, signal: AbortSignal): Promise<Output> => {
  const head = `<meta charset=utf-8><title>${escaped(title)}</title><style>${style}</style>`;
  const printed = await htmlToPdf.run(
    { source: { html: `<!doctype html>${head}${body}` }, pageSetup: PLAIN_PAGE },
    signal,
  );
  return { body: printed.body, warnings: [EMBEDDED_ENGINE_WARNING, ...printed.warnings] };
};
