import type { Finished } from "../../engine.ts";
import { htmlToPdf } from "../../html-to-pdf.ts";
import { PLAIN_PAGE } from "../../page-setup.ts";

/** Text made safe to stand in HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Prints the body of a document with a style sheet whose `@page` rules say how large its pages are. */
export const print = async (title: string, style: string, body: string, signal: AbortSignal): Promise<Finished> => {
  const head = `<meta charset=utf-8><title>${escaped(title)}</title><style>${style}</style>`;
  const printed = await htmlToPdf.run({ source: { html: `<!doctype html>${head}${body}` }, page: PLAIN_PAGE }, signal);
  return printed.body;
};
