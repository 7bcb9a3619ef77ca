import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { decodeHtml } from "../../../../lib/fields/html-file.ts";
import { puppeteerBrowser } from "../../../support/chromium-peers.ts";
import { htmlFiles } from "../../../support/html-files.ts";
import { print, stopEngines } from "../../../support/print.ts";

const FILE_COUNT = Number(process.env["LIMIT"] ?? 25);

after(stopEngines);

const pagesOf = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString("latin1")
    .match(/\/Type \/Page\b/g)?.length ?? 0;

test("HTML files of documentation are printed with as many pages as a new multi-process browser prints", async () => {
  const other: string[] = [];
  const files = htmlFiles(FILE_COUNT);
  assert.ok(files.length > 0);
  for (const file of files) {
    const html = decodeHtml(readFileSync(file));
    const ours = pagesOf((await print({ html }, {}, 60)).pdf);
    const browser = await puppeteerBrowser();
    const theirs = await browser.print(html).then(pagesOf, () => -1);
    await browser.close();
    if (theirs !== ours) other.push(`${file}: ${ours} instead of ${theirs}`);
  }
  assert.deepEqual(other, []);
});
