import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The cost of a command: CPU and wall-clock time in seconds, peak memory of its largest process in MB; and its output. */
export interface Cost {
  cpu: number;
  wall: number;
  peak: number;
  status: number | null;
  output: string;
}

/** A cache of compiled code for Node, because the first second of a process says nothing about a service that runs for weeks. */
const compileCache = join(tmpdir(), "platen-bench-compiled");

/** Runs a command under GNU time (Debian's package `time`). */
export const cost = (command: string, ...args: string[]): Promise<Cost> =>
  new Promise((resolve, reject) => {
    const child = spawn("/usr/bin/time", ["-f", "%U %S %e %M", command, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    });
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.once("error", reject);
    child.once("close", (status) => {
      const lines = errors.trimEnd().split("\n");
      const [user = 0, system = 0, wall = 0, peak = 0] = lines.pop()!.split(" ").map(Number);
      resolve({ cpu: user + system, wall, peak: peak / 1024, status, output: output + lines.join("\n") });
    });
  });

/** The cost of the median run, by CPU time. */
export const middle = async (runs: number, run: () => Promise<Cost>): Promise<Cost> => {
  const costs: Cost[] = [];
  for (let count = 0; count < runs; count++) costs.push(await run());
  return costs.sort((a, b) => a.cpu - b.cpu)[runs >> 1]!;
};
