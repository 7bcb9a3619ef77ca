import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { charts } from "../test/support/rest/charts.ts";
import { quantile } from "./support/load.ts";

/**
 * Is this checkout as fast as another one (its folder is in OTHER), in wall-clock and CPU time, when both take turns? Bars:
 * 1.02 times for HTML, 1.05 for CSV and Office; 250 ms for an animated chart. JOBS selects jobs; MILLION=1 adds a million rows.
 */
const other = process.env["OTHER"];
if (other === undefined) throw new Error("OTHER names no folder of another checkout.");
const ROUNDS: Record<string, number> = {
  hello: 100,
  invoice: 50,
  chart: 15,
  merge: 60,
  "csv-1k": 150,
  "csv-10k": 50,
  "csv-1M": 2,
  markdown: 60,
  "markdown-load": 2,
  compress: 40,
  word: 30,
  excel: 30,
  xslt3: 30,
  "xslt3-new": 20,
};
const wanted = process.env["JOBS"]?.split(",") ?? Object.keys(ROUNDS).filter((name) => name !== "csv-1M");
const folder = await mkdtemp(join(tmpdir(), "platen-bench-"));
const chart = join(folder, "chart.html");
await writeFile(chart, charts[0]!.html);

const script = fileURLToPath(new URL("support/checkout-engines.ts", import.meta.url));
const start = async (checkout: string) => {
  const child = fork(script, [checkout, chart], { cwd: checkout });
  await once(child, "message");
  return async (job: string): Promise<{ wall: number; cpu: number }> => {
    child.send(job);
    const [taken] = await once(child, "message");
    return taken;
  };
};
const runners = [await start(other), await start(fileURLToPath(new URL("..", import.meta.url)))] as const;
const median = (values: number[]) => quantile(values, 0.5);
for (const job of wanted) {
  const taken: [{ wall: number; cpu: number }[], { wall: number; cpu: number }[]] = [[], []];
  for (let round = -1; round < ROUNDS[job]!; round++)
    for (const turn of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const one = await runners[turn](job);
      if (round >= 0) taken[turn].push(one);
    }
  const [theirs, ours] = taken.map((all) => ({
    wall: median(all.map(({ wall }) => wall)),
    best: Math.min(...all.map(({ wall }) => wall)),
    cpu: all.reduce((sum, { cpu }) => sum + cpu, 0) / all.length,
  })) as [{ wall: number; best: number; cpu: number }, { wall: number; best: number; cpu: number }];
  const beside = (part: "wall" | "best" | "cpu") =>
    `${ours[part].toFixed(1)} / ${theirs[part].toFixed(1)} ms (${(ours[part] / theirs[part]).toFixed(3)})`;
  console.log(`${job}: median ${beside("wall")}, best ${beside("best")}, CPU ${beside("cpu")}`);
}
await rm(folder, { recursive: true });
process.exit();
