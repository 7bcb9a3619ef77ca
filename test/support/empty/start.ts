import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts a separate process: a service whose endpoints do nothing, or (`bare`) node:http with the same answer. */
export const service = async (kind: "ours" | "bare") => {
  const script = new URL("./process.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, kind], { stdio: ["ignore", "pipe", "ignore"] });
  process.on("exit", () => child.kill("SIGTERM"));
  let line = "";
  while (!line.includes("\n")) line += (await once(child.stdout, "data"))[0];
  const { port, keys } = JSON.parse(line) as { port: number; keys: string[] };
  return { port, keys, pid: child.pid!, url: `http://127.0.0.1:${port}/v1`, stop: () => child.kill("SIGTERM") };
};
