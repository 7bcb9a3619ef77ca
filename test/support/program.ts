import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { after } from "node:test";
import { commandLineOf, descendantsOf } from "./processes.ts";

/** A program of the project that runs beside the test. It is killed at the end in any case. */
export interface Program {
  readonly child: ChildProcess;
  /** Its output so far. */
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
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PLATEN_|PORT$|AWS_|OTEL_|NODE_TEST|TEST_SERVICE)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...settings };
};

/** Starts a file of the project with this Node and with only these settings, in a working folder. */
export const run = (
  file: string,
  args: readonly string[] = [],
  settings: Record<string, string> = {},
  cwd = process.cwd(),
): Program => {
  const child = spawn(process.execPath, [resolve(file), ...args], {
    cwd,
    env: environment(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  after(() => child.kill("SIGKILL"));
  return watch(child);
};

/** Starts the service as a user of this machine, without npm. */
export const serveAs = (user: number, settings: Record<string, string>): Program => {
  const child = spawn(process.execPath, ["local/serve.ts"], {
    env: environment({ PORT: "0", ...settings }),
    stdio: ["ignore", "pipe", "pipe"],
    uid: user,
    gid: user,
  });
  after(() => child.kill("SIGKILL"));
  return watch(child);
};

/**
 * Starts the service with `npm start`, in a separate process group, as a terminal does, and each engine with its first document.
 * Its stderr can go to an open file.
 */
export const npmStart = (settings: Record<string, string>, stderr: number | "pipe" = "pipe"): Program => {
  const child = spawn("npm", ["start"], {
    env: environment({ PORT: "0", PLATEN_ENGINE_START: "on-demand", ...settings }),
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

/** The lines of the service, without those of npm. */
export const linesOf = (written: string): string[] =>
  written.split("\n").filter((line) => line !== "" && !/^(> |npm (error|ERR!|notice|warn))/.test(line));

/** Id of the service's process below `npm start`. */
export const serviceOf = ({ child }: Program): number => {
  const found = descendantsOf(child.pid!).find((pid) => /node\0.*local\/serve\.ts/.test(commandLineOf(pid)));
  if (found === undefined) throw new Error("npm has started no service.");
  return found;
};

/** Waits for the ready line of the service. Throws with the output if the program ends before. */
export const ready = async ({ child, output, ended }: Program): Promise<{ url: string; apiKey: string }> => {
  const readyLine = () => output.stdout.split("\n").find((line) => line.startsWith("{") && line.endsWith("}"));
  const line = new Promise<string>((resolve) => {
    const look = () => {
      const found = readyLine();
      if (found !== undefined) resolve(found);
    };
    child.stdout!.on("data", look);
    look();
  });
  const first = await Promise.race([line, ended.then(() => undefined)]);
  if (first === undefined) throw new Error(output.stderr);
  const started = JSON.parse(first);
  // Loaded only here: most programs that run beside a test are not the service.
  const { endpoints } = await import("../../functions/index.ts");
  const { documentOf } = await import("./openapi/document-of.ts");
  const { holdAnswers } = await import("./openapi/hold-answers.ts");
  holdAnswers(started.url, documentOf(endpoints.map(({ contract }) => contract)));
  return started;
};
