import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after } from "node:test";
import { commandLineOf, descendantsOf } from "./processes.ts";

/** A program of the project that runs beside the test, killed at the end whatever happens. */
export interface Program {
  readonly child: ChildProcess;
  /** Everything that it has written so far. */
  readonly output: { stdout: string; stderr: string };
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

const watch = (child: ChildProcess): Program => {
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.on("data", (chunk) => {
      output[stream] += chunk;
    });
  }
  return { child, output, ended: once(child, "close").then(([code, signal]) => code ?? signal) };
};

const environment = (settings: Record<string, string>): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PLATEN_|PORT$|AWS_|NODE_TEST)/.test(name));
  return { ...Object.fromEntries(inherited), ...settings };
};

/** Starts one of the project's files under this Node, with these settings and none of the test's own. */
export const run = (file: string, args: readonly string[] = [], settings: Record<string, string> = {}): Program => {
  const child = spawn(process.execPath, [file, ...args], {
    env: environment(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  after(() => child.kill("SIGKILL"));
  return watch(child);
};

/**
 * Starts the service by `npm start`, in a process group of its own, as a terminal does. Its stderr goes to an open file
 * where one is given.
 */
export const npmStart = (settings: Record<string, string>, stderr: number | "pipe" = "pipe"): Program => {
  const child = spawn("npm", ["start"], {
    env: environment({ PORT: "0", ...settings }),
    stdio: ["ignore", "pipe", stderr],
    detached: true,
  });
  after(() => {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // The whole group has ended.
    }
  });
  return watch(child);
};

/** The lines that the service itself has written; npm adds some of its own. */
export const linesOf = (written: string): string[] =>
  written.split("\n").filter((line) => line !== "" && !/^(> |npm (error|ERR!|notice|warn))/.test(line));

/** Number of the service's own process below `npm start`. */
export const serviceOf = ({ child }: Program): number => {
  const found = descendantsOf(child.pid!).find((pid) => /node\0.*local\/serve\.ts/.test(commandLineOf(pid)));
  if (found === undefined) throw new Error("npm has started no service.");
  return found;
};

/** The service's ready line, once it is there; throws with what the program said where it ends before. */
export const ready = async ({ child, output, ended }: Program): Promise<{ url: string; apiKey: string }> => {
  const told = () => output.stdout.split("\n").find((line) => line.startsWith("{") && line.endsWith("}"));
  const line = new Promise<string>((resolve) => {
    const look = () => {
      const found = told();
      if (found !== undefined) resolve(found);
    };
    child.stdout!.on("data", look);
    look();
  });
  const first = await Promise.race([line, ended.then(() => undefined)]);
  if (first === undefined) throw new Error(output.stderr);
  return JSON.parse(first);
};
