import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { quantile } from "./support/load.ts";

/**
 * What do the walls around Chromium, Markdown and pictures cost, in wall-clock and CPU time, when services with and without
 * them take turns? Bar: 1.02 times. LibreOffice has walls in both. JOBS selects jobs.
 */
const ROUNDS: Readonly<Record<string, number>> = { hello: 100, invoice: 50, word: 30, compress: 40, markdown: 40 };
const wanted = process.env["JOBS"]?.split(",") ?? Object.keys(ROUNDS);
const rounds = (job: string): number => Number(process.env["ROUNDS"] ?? ROUNDS[job] ?? 30);

const project = fileURLToPath(new URL("..", import.meta.url));
const start = async (execArgv: readonly string[]) => {
  const script = fileURLToPath(new URL("support/checkout-engines.ts", import.meta.url));
  const child = fork(script, [project, ""], { cwd: project, execArgv: [...execArgv] });
  await once(child, "message");
  return async (job: string): Promise<{ wall: number; cpu: number }> => {
    child.send(job);
    const [taken] = await once(child, "message");
    return taken;
  };
};

const withoutWalls = ["--import", fileURLToPath(new URL("support/without-walls.ts", import.meta.url))];
const runners = [await start(withoutWalls), await start([])] as const;
for (const job of wanted) {
  const taken: [{ wall: number; cpu: number }[], { wall: number; cpu: number }[]] = [[], []];
  for (let round = -1; round < rounds(job); round++) {
    for (const turn of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const one = await runners[turn](job);
      if (round >= 0) taken[turn].push(one);
    }
  }
  const [free, walled] = taken.map((all) => ({
    median: quantile(
      all.map(({ wall }) => wall),
      0.5,
    ),
    cpu: all.reduce((sum, { cpu }) => sum + cpu, 0) / all.length,
  })) as [{ median: number; cpu: number }, { median: number; cpu: number }];
  const beside = (part: "median" | "cpu") =>
    `${walled[part].toFixed(1)} / ${free[part].toFixed(1)} ms (${(walled[part] / free[part]).toFixed(3)})`;
  console.log(`${job}, with / without walls: median ${beside("median")}, CPU ${beside("cpu")}`);
}
process.exit();
