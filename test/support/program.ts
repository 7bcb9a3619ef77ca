import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after } from "node:test";

/** A program of the project that runs beside the test, killed at the end whatever happens. */
export interface Program {
  readonly child: ChildProcess;
  /** Everything that it has written so far. */
  readonly output: { stdout: string; stderr: string };
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Starts one of the project's files under this Node, with these settings and none of the test's own. */
export const run = (file: string, args: readonly string[] = [], settings: Record<string, string> = {}): Program => {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PLATEN_|PORT$|AWS_|NODE_TEST)/.test(name));
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  after(() => child.kill("SIGKILL"));
  return { child, output, ended };
};

/** The service's ready line, once it is there; throws with what the program said where it ends before. */
export const ready = async ({ child, output, ended }: Program): Promise<{ url: string; apiKey: string }> => {
  const line = new Promise<string>((resolve) => {
    child.stdout!.on("data", () => output.stdout.includes("\n") && resolve(output.stdout));
  });
  const first = await Promise.race([line, ended.then(() => undefined)]);
  if (first === undefined) throw new Error(output.stderr);
  return JSON.parse(first);
};
