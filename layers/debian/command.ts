import { spawn } from "node:child_process";

/** Options of a command. */
interface CommandOptions {
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a program to its end, in the C locale and with the environment of this process. Resolves with its output. Rejects
 * with an Error of one line: that the program is missing, or its last error message.
 */
export const command = (program: string, args: readonly string[], options: CommandOptions = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const { folder, variables = {}, signal } = options;
    const settings = Object.entries({ ...variables, LC_ALL: "C" }).map(([name, value]) => `${name}=${value}`);
    const child = spawn("env", [...settings, program, ...args], {
      cwd: folder,
      signal,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let errorOutput = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errorOutput = (errorOutput + text).slice(-10_000);
    });
    child.on("error", reject);
    child.on("close", (status, killSignal) => {
      if (status === 0) return resolve(output);
      if (status === 127) return reject(new Error(`${program} is not installed on this machine`));
      const lines = errorOutput.trim().split("\n");
      const message = lines.find((line) => /^E: |error:/.test(line)) ?? lines.at(-1);
      reject(new Error(`${program} ended with ${killSignal ?? status}: ${message || "it printed no error"}`));
    });
  });
