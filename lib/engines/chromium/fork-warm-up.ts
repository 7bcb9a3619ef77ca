import { tableScript } from "../markdown/tables/script.ts";
import { PLAIN_PAGE } from "../page-setup.ts";
import { printParameters } from "./paper.ts";
import { type PreparedPage, printWarmPage, TAGGED } from "./prepared-page.ts";
import { evaluate, waitUntilReady } from "./ready.ts";
import { askCharacters } from "./undrawn-characters.ts";

/** All characters of ASCII: their glyphs are measured once for each font and size. */
const TEXT = Array.from({ length: 95 }, (_, at) => `&#${at + 32};`).join("");

/** Text in the styles of a family. */
const textIn = (family: string): string =>
  `<section style="font-family:${family}"><h1>${TEXT}</h1><h2>${TEXT}</h2><h3>${TEXT}</h3><p>${TEXT}<b>${TEXT}</b><i>${TEXT}</i></section>`;

/** A document with what most documents have, in the fonts and sizes of converted Markdown and of pages without a style. */
const WARM_DOCUMENT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Warm</title><style>
@page { margin: 2cm }
html { font: 10.5pt / 1.55 "Open Sans", sans-serif }
h1 { font-size: 2em; border-bottom: 1px solid #ccc }
h2 { font-size: 1.5em }
h3 { font-size: 1.25em }
code { font: 0.86em "Liberation Mono", monospace; background: #eee }
pre { padding: 0.8em 1em; border-radius: 4pt; white-space: pre-wrap }
table { border-collapse: collapse }
thead { display: table-header-group }
th, td { border: 1px solid #ccc; padding: 0.35em 0.75em }
tr:nth-child(2n) { background: #f6f8fa; break-inside: avoid }
</style></head><body>
${['"Open Sans"', "serif", "sans-serif"].map(textIn).join("")}
<p><a href="https://example.com">Link</a> <code>${TEXT}</code></p><hr>
<ul><li>One<ul><li>Two</ul></ul><ol><li>One</ol><blockquote><p>Quotation</blockquote>
<pre><code>${TEXT}<span style="color:red">${TEXT}</span></code></pre>
<table><thead><tr><th>1<th>2</thead><tbody><tr><td>1<td>2<tr><td>1<td>${TEXT}</table>
<div style="display:flex"><p>1<p>2</div><div style="display:grid"><p>1<p>2</div>
<svg width="20" height="20"><circle cx="10" cy="10" r="8" fill="red"/></svg>
<p style="break-before:page">Next page</body></html>`;

/**
 * Prints a document in the page of a warm browser as the documents of its forks are printed. So these find fonts loaded, scripts
 * compiled, and the page's own world made, and code that they need is moved to huge pages.
 */
export const warmUpForForks = async (page: PreparedPage): Promise<void> => {
  const { session, frameId, worldId } = page;
  await session.send("Page.setDocumentContent", { frameId, html: WARM_DOCUMENT });
  const { room } = await waitUntilReady(page, worldId, PLAIN_PAGE, { isActive: false });
  await evaluate(session, worldId, tableScript(PLAIN_PAGE));
  await askCharacters(session);
  await session.send("Page.printToPDF", { ...printParameters(PLAIN_PAGE, room), ...TAGGED });
  // A fork that is prepared ahead prints the page as it is.
  await printWarmPage(page);
};
