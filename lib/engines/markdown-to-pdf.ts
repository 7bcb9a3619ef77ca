import type { Engine, Finished } from "./engine.ts";
import { htmlToPdf } from "./html-to-pdf.ts";
import { convertApart, endConverters, startConverter } from "./markdown/converters.ts";
import { joinPieces } from "./markdown/join.ts";
import type { PageSetup } from "./page-setup.ts";
import { keepWarm } from "./warm.ts";

const print = async (html: string, page: PageSetup, signal: AbortSignal): Promise<Finished> => {
  const { body } = await htmlToPdf.run({ source: { html }, page }, signal);
  return body;
};

/** Prints GitHub-flavoured Markdown. A large document is printed in pieces, cut at headings, and joined. */
export const markdownToPdf: Engine<{ markdown: string; page: PageSetup }> = {
  name: htmlToPdf.name,
  run: async ({ markdown, page }, signal) => {
    const { pages } = await convertApart(markdown, signal);
    const [only] = pages;
    if (pages.length === 1 && only !== undefined) return print(only, page, signal);
    const pieces: Finished[] = [];
    for (const html of pages) pieces.push(await print(html, page, signal));
    return joinPieces(pieces, signal);
  },
};

keepWarm("markdown", {
  start: async () => startConverter(),
  stop: endConverters,
  check: async () => {
    await convertApart("check", AbortSignal.timeout(5000));
  },
});
