import { readFileSync } from "node:fs";
import { escapeHtml } from "./escape.ts";
import { formulaStyle } from "./formula-style.ts";
import type { FrontMatter } from "./front-matter.ts";
import { PAGE_RULE } from "./tables/area.ts";

const read = (file: URL) => readFileSync(file, "utf8");
const STYLE = PAGE_RULE + read(new URL("./style.css", import.meta.url)) + read(new URL("./code.css", import.meta.url));

/** Round corners make the PDF of much code twice as large, and a fifth slower to print. */
const PLAIN = "*{border-radius:0!important}";

const FORMULA = 'class="katex"';

/** What a page of ours may do: nothing runs, nothing is framed; pictures come through the egress guard. */
const POLICY = "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src data:";

/** A converted document, or a piece of one, as a whole HTML document for print, in GitHub's manner. */
export const toPage = (piece: string, { title, author, language }: FrontMatter, isPiece = false): string =>
  [
    `<!doctype html><html${language === undefined ? "" : ` lang="${escapeHtml(language)}"`}><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    title === undefined ? "" : `<title>${escapeHtml(title)}</title>`,
    author === undefined ? "" : `<meta name="author" content="${escapeHtml(author)}">`,
    `<style>${STYLE}${isPiece ? PLAIN : ""}${piece.includes(FORMULA) ? formulaStyle() : ""}</style></head><body>${piece}</body></html>`,
  ].join("");
