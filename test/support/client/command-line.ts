import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { buffer, text } from "node:stream/consumers";

const program = resolve("client/cli/main.ts");

/** How the command line is run. */
export interface Setting {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  /** When it is interrupted. */
  readonly interruptWhen?: () => Promise<void>;
}

/** What a run of the command line has given. */
export interface Finished {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * Runs the command line as a process. The environment holds only what is given, how programs are found, and the compile cache of
 * the tests: without it each run compiles half a second of code.
 */
export const platen = async (
  args: readonly string[],
  { cwd, env, input, interruptWhen }: Setting,
): Promise<Finished> => {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } });
  child.stdin.on("error", () => undefined).end(input ?? "");
  void interruptWhen?.().then(() => child.kill("SIGINT"));
  const [stdout, stderr, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr };
};
