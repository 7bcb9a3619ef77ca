import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const katex = createRequire(import.meta.url);
const read = (file: string): Buffer => readFileSync(katex.resolve(`katex/dist/${file}`));

let known: string | undefined;

/** KaTeX's style sheet with its fonts in it: what formulas on a page need. */
export const formulaStyle = (): string => {
  known ??= read("katex.min.css")
    .toString()
    .replace(
      /src:url\((fonts\/[\w-]+\.woff2)\)[^};]*/g,
      (_, font: string) => `src:url(data:font/woff2;base64,${read(font).toString("base64")}) format("woff2")`,
    );
  return known;
};
