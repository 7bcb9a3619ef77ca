import { spawnSync } from "node:child_process";
import { endpoints } from "../functions/index.ts";
import { importTime } from "../local/bundles.ts";
import { quantile } from "./support/load.ts";

/**
 * How much CPU time does a new process take to import each packaged function? Bars: 150 ms for conversions to PDF,
 * 120 ms for the others.
 */
const barOf = (path: string): number => (/^\/convert\/.*-to-pdf$/.test(path) ? 150 : 120);
const ROUNDS = 9;

const { status, stderr } = spawnSync(process.execPath, ["local/package.ts"], { encoding: "utf8" });
if (status !== 0) throw new Error(stderr);
for (const { contract } of endpoints) {
  const { path } = contract;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await importTime(`${process.cwd()}/dist/functions${path}/index.mjs`));
  }
  console.log(
    `${path}: ${quantile(times, 0.5).toFixed(0)} ms (bar ${barOf(path)}), worst ${quantile(times, 1).toFixed(0)}`,
  );
}
