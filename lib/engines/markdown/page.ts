import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { escapeHtml } from "../escape-html.ts";
import type { FrontMatter } from "./front-matter.ts";
import { PAGE_RULE } from "./tables/script.ts";

const require = createRequire(import.meta.url);
const katexFile = (file: string): Buffer => readFileSync(require.resolve(`katex/dist/${file}`));

let style: string | undefined;

/** KaTeX's style sheet with its fonts as data URLs, for pages with formulas. */
const formulaStyle = (): string => {
  style ??= katexFile("katex.min.css")
    .toString()
    .replace(
      /src:url\((fonts\/[\w-]+\.woff2)\)[^};]*/g,
      (_, font: string) => `src:url(data:font/woff2;base64,${katexFile(font).toString("base64")}) format("woff2")`,
    );
  return style;
};

const read = (file: URL) => readFileSync(file, "utf8");
// The bundler finds a file by its whole URL.
const STYLE = PAGE_RULE + read(new URL("./style.css", import.meta.url)) + read(new URL("./code.css", import.meta.url));

/** Without round corners, the PDF of a document with much code is half as large and printed a fifth faster. */
const WITHOUT_ROUND_CORNERS = "*{border-radius:0!important}";

const FORMULA_CLASS = 'class="katex"';

/** The Content Security Policy of a converted page: no scripts and no frames. Images are loaded through the egress guard. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src data:";

/** A whole HTML document, in GitHub's style, with the content of a converted document or of one of its pieces. */
export const toPage = (piece: string, { title, author, language }: FrontMatter, isPiece = false): string =>
  [
    `<!doctype html><html${language === undefined ? "" : ` lang="${escapeHtml(language)}"`}><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`,
    title === undefined ? "" : `<title>${escapeHtml(title)}</title>`,
    author === undefined ? "" : `<meta name="author" content="${escapeHtml(author)}">`,
    `<style>${STYLE}${isPiece ? WITHOUT_ROUND_CORNERS : ""}${piece.includes(FORMULA_CLASS) ? formulaStyle() : ""}</style></head><body>${piece}</body></html>`,
  ].join("");
