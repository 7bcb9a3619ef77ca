import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const read = (file: string): Buffer => readFileSync(require.resolve(`katex/dist/${file}`));

let style: string | undefined;

/** KaTeX's style sheet with its fonts as data URLs, for pages with formulas. */
export const formulaStyle = (): string => {
  style ??= read("katex.min.css")
    .toString()
    .replace(
      /src:url\((fonts\/[\w-]+\.woff2)\)[^};]*/g,
      (_, font: string) => `src:url(data:font/woff2;base64,${read(font).toString("base64")}) format("woff2")`,
    );
  return style;
};
