import { FORM_TYPE, type HostileInput, multipart } from "./hostile-input.ts";

const MEGABYTE = 1_000_000;

const filled = (unit: string, size = MEGABYTE): string => unit.repeat(Math.floor(size / Buffer.byteLength(unit)));

const TEXTS: Readonly<Record<string, () => string>> = {
  "open brackets": () => filled("[", 100_000),
  "open links": () => filled("[a](", 200_000),
  "nested quotes": () => filled("> ", 50_000),
  "nested lists": () => Array.from({ length: 1000 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n"),
  emphasis: () => filled("*a_b", 400_000),
  backticks: () => Array.from({ length: 1300 }, (_, length) => "`".repeat(length)).join(" "),
  "open HTML": () => filled("<a ", 600_000),
  entities: () => filled("&amp", 600_000),
  "a table of 200,000 cells": () => `|a|b|\n|-|-|\n${filled("|x|y|\n", 600_000)}`,
  "addresses in cells": () => filled("|https://a.b/c|", 600_000),
  footnotes: () => filled("[^1] ", 300_000),
  dollars: () => filled("$a", 200_000),
  "front matter with aliases": () => `---\na: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\n---\nx`,
  "a code block of 900 KB": () => `\`\`\`js\n${filled("a=/b/;", 900_000)}\n\`\`\``,
  "diagrams that do not end": () => filled("```mermaid\ngraph TD\nA-->B\n```\n\n", 20_000),
  "blank lines": () => filled("\n"),
};

/** Markdown documents that take long to parse or to print. */
export const hostileMarkdown: readonly HostileInput[] = Object.entries(TEXTS).map(([name, make]) => ({
  name: `markdown: ${name}`,
  path: "/v1/convert/markdown-to-pdf",
  type: FORM_TYPE,
  body: () => multipart([{ name: "file", value: Buffer.from(make()) }]),
}));
