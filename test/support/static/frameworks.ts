import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import katex from "katex";
import { librariesFolder, style } from "../rest/libraries.ts";
import type { StillPage } from "./page.ts";

const SHEETS = {
  bootstrap: "bootstrap/dist/css/bootstrap.min.css",
  bulma: "bulma/css/bulma.min.css",
  foundation: "foundation-sites/dist/css/foundation.min.css",
  tailwind: "tailwindcss/dist/tailwind.min.css",
  "github-markdown": "github-markdown-css/github-markdown-light.css",
  "animate.css": "animate.css/animate.css",
  "foundation for e-mail": "foundation-emails/dist/foundation-emails.min.css",
} as const;

const line =
  "Some text that goes on for a while, with <b>bold</b>, <i>italic</i>, <code>code</code> and <a href='https://example.com'>a link</a>. ";
const BODIES: Readonly<Record<string, string>> = {
  article: `<article class="markdown-body content container prose"><h1 class="title text-3xl">Title</h1>${`<h2>Part</h2><p>${line.repeat(4)}</p><ul><li>One<li>Two</ul><blockquote>${line}</blockquote><pre><code>let a = 1;</code></pre>`.repeat(5)}</article>`,
  cards: `<div class="container row columns is-multiline grid grid-cols-3">${`<div class="col-4 column is-4 cell small-4"><div class="card box p-4 shadow rounded"><div class="card-body card-content card-section"><h5 class="card-title">Card</h5><p>${line}</p><a class="btn btn-primary button is-primary bg-blue-500">Go</a></div></div></div>`.repeat(9)}</div>`,
  table: `<table class="table table-striped is-striped is-fullwidth w-full hover"><thead><tr><th>A<th>B<th>C</thead><tbody>${"<tr><td>one<td>two<td>three".repeat(50)}</table>`,
  form: `<form class="container grid-container">${`<div class="mb-3 field"><label class="form-label label">Name</label><input class="form-control input border" value="Given"><select class="form-select select"><option>One<option selected>Two</select><input type=checkbox checked><input type=radio checked><progress value=40 max=100></progress><textarea class="form-control textarea">Text</textarea><button class="btn btn-success button is-success">Send</button></div>`.repeat(4)}</form>`,
  notices:
    `<div class="alert alert-warning notification is-warning callout warning bg-yellow-200 p-4">${line}</div><span class="badge bg-danger tag is-danger label alert">New</span><nav class="navbar breadcrumb"><ol class=breadcrumb><li class=breadcrumb-item>Home<li class="breadcrumb-item active">Here</ol></nav>`.repeat(
      6,
    ),
  invoice: `<div class="container p-4"><div class="row columns flex justify-between"><div class="col column small-6">From<br>Us</div><div class="col column text-end has-text-right text-right">Invoice 17</div></div><table class="table is-bordered w-full"><tr><th>Item<th>Price>${"<tr><td>Work<td>120.00".repeat(12)}<tr><th>Total<th>1440.00</table></div>`,
  email: `<table width=100% bgcolor=#eeeeee cellpadding=0 cellspacing=0><tr><td align=center><table class=container width=600 bgcolor=#ffffff cellpadding=20><tr><td><h1 style="font-family:Arial">Hello</h1><p>${line}<p><a style="background:#09c;color:#fff;padding:12px 24px;text-decoration:none">Confirm</a><tr><td style="font-size:11px;color:#888">${line}</table></table>`,
};

const framed: StillPage[] = Object.entries(SHEETS).flatMap(([framework, path]) =>
  Object.entries(BODIES).map(([name, body]) => ({
    name: `${framework}: ${name}`,
    html: `<!doctype html><html lang=en><meta charset=utf-8><title>Page</title>${style(path)}<body>${body}`,
  })),
);

const FORMULAS = [
  "\\frac{a}{b}+\\sqrt{x^2}",
  "\\int_0^\\infty e^{-x}dx",
  "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}",
  "\\sum_{n=1}^N\\mathbb{R}\\otimes\\hat{x}",
];
const formulas: StillPage[] = ["html", "mathml"].map((output) => ({
  name: `formulas as ${output}`,
  html: `<!doctype html><html lang=en><meta charset=utf-8>${style("katex/dist/katex.min.css")}<body>${FORMULAS.map((formula) => `<p>${katex.renderToString(formula, { displayMode: true, output: output as "html" | "mathml" })}`).join("")}`,
}));

/** Pages from the packages of the libraries: e-mail templates, manuals, demonstrations; without the files beside them. */
const found: StillPage[] = globSync("{foundation-emails,foundation-sites,katex,flickity,rellax,aos}/**/*.html", {
  cwd: `${librariesFolder}/node_modules`,
})
  .sort()
  .map((path) => ({ path, html: readFileSync(`${librariesFolder}/node_modules/${path}`, "utf8") }))
  .filter(({ html }) => html.length > 400 && !/<script(?![^>]*\bsrc=)/i.test(html))
  .slice(0, 60)
  .map(({ path, html }) => ({ name: `${path.split("/")[0]}, ${basename(path, ".html")}`, html }));

/** Pages with the most used style sheets. */
export const frameworks: readonly StillPage[] = [...framed, ...formulas, ...found];
