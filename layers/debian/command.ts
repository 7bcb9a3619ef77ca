import { spawn } from "node:child_process";

/** What a command needs beside its arguments. */
export interface Surroundings {
  readonly folder?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a program to its end, in plain C locale and with the environment of this process; resolves with its output.
 * Throws an Error of one line: the program is missing, or the last thing it complained of.
 */
export const command = (program: string, words: readonly string[], surroundings: Surroundings = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const { folder, variables = {}, signal } = surroundings;
    const settings = Object.entries({ ...variables, LC_ALL: "C" }).map(([name, value]) => `${name}=${value}`);
    const child = spawn("env", [...settings, program, ...words], {
      cwd: folder,
      signal,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let complaint = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-10_000);
    });
    child.on("error", reject);
    child.on("close", (status, killer) => {
      if (status === 0) return resolve(output);
      if (status === 127) return reject(new Error(`${program} is not installed on this machine`));
      const lines = complaint.trim().split("\n");
      const telling = lines.find((line) => /^E: |error:/.test(line)) ?? lines.at(-1);
      reject(new Error(`${program} ended with ${killer ?? status}: ${telling || "it said nothing"}`));
    });
  });
