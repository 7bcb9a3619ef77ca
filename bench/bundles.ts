import { spawnSync } from "node:child_process";
import { importTime } from "../local/bundles.ts";
import { quantile } from "./support/load.ts";

/**
 * How much processor time does a fresh process take to import each packaged function? Bars: 120 ms for PDF and XML, 150
 * for HTML.
 */
const BARS: Readonly<Record<string, number>> = {
  "pdf/merge": 120,
  "pdf/compress": 120,
  "pdf/pages/remove": 120,
  "convert/xml-to-html": 120,
  "convert/html-to-pdf": 150,
  "convert/markdown-to-pdf": 150,
  "convert/csv-to-pdf": 150,
  "convert/word-to-pdf": 150,
  "convert/excel-to-pdf": 150,
};
const ROUNDS = 9;

const { status, stderr } = spawnSync(process.execPath, ["local/package.ts"], { encoding: "utf8" });
if (status !== 0) throw new Error(stderr);
for (const [name, bar] of Object.entries(BARS)) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await importTime(`${process.cwd()}/dist/functions/${name}/index.mjs`));
  }
  console.log(`${name}: ${quantile(times, 0.5).toFixed(0)} ms (bar ${bar}), worst ${quantile(times, 1).toFixed(0)}`);
}
