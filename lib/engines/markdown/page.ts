import { readFileSync } from "node:fs";
import { escapeHtml } from "./escape.ts";
import type { FrontMatter } from "./front-matter.ts";

const read = (file: URL) => readFileSync(file, "utf8");
const STYLE = read(new URL("./style.css", import.meta.url)) + read(new URL("./code.css", import.meta.url));

/** What a page of ours may do: nothing runs, nothing is framed; pictures come through the egress guard. */
const POLICY = "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src data:";

/** A piece of a converted document as a whole HTML document for print, in GitHub's manner. */
export const toPage = (piece: string, { title, author, language }: FrontMatter): string =>
  [
    `<!doctype html><html${language === undefined ? "" : ` lang="${escapeHtml(language)}"`}><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    title === undefined ? "" : `<title>${escapeHtml(title)}</title>`,
    author === undefined ? "" : `<meta name="author" content="${escapeHtml(author)}">`,
    `<style>${STYLE}</style></head><body>${piece}</body></html>`,
  ].join("");
