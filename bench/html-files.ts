import { globSync, readFileSync, statSync } from "node:fs";
import { decodeHtml } from "../lib/fields/html-file.ts";
import { print, stopEngines } from "../test/support/print.ts";
import { puppeteerBrowser } from "./support/chromium-peers.ts";

/**
 * Is every HTML file of a machine's documentation (FOLDERS, LIMIT) printed, with as many pages as a new multi-process
 * browser prints?
 */
const folders = (process.env["FOLDERS"] ?? "/usr/share/doc,/usr/share,/usr/lib,node_modules").split(",");
const limit = Number(process.env["LIMIT"] ?? 400);
const files = [...new Set(folders.flatMap((folder) => globSync(`${folder}/**/*.html`)))]
  .filter((file) => statSync(file).isFile() && statSync(file).size > 0 && statSync(file).size < 2 ** 20)
  .slice(0, limit);

const pagesOf = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString("latin1")
    .match(/\/Type \/Page\b/g)?.length ?? 0;
let [answered, same] = [0, 0];
const other: string[] = [];
const started = performance.now();
for (const file of files) {
  const html = decodeHtml(readFileSync(file));
  try {
    const { pdf } = await print({ html }, {}, 60);
    answered++;
    const browser = await puppeteerBrowser();
    const theirs = await browser.print(html).then(pagesOf, () => -1);
    await browser.close();
    if (theirs === pagesOf(pdf)) same++;
    else other.push(`${file}: ${pagesOf(pdf)} instead of ${theirs}`);
  } catch (error) {
    other.push(`${file}: ${(error as Error).message}`);
  }
}
await stopEngines();
console.log(
  `${files.length} files: ${answered} answered, ${same} with the same page count; ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
for (const line of other.slice(0, 20)) console.error(line);
