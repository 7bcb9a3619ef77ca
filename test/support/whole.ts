import { spawn } from "node:child_process";
import { once } from "node:events";

/** Starts the whole service in a separate process, with this number of accounts. */
export const wholeService = async (accounts = 100, environment: Record<string, string> = {}) => {
  const script = new URL("./whole-service.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, `${accounts}`], {
    stdio: ["ignore", "pipe", "ignore"],
    // The same as for `npm start`.
    env: { ...process.env, MALLOC_ARENA_MAX: "2", ...environment },
  });
  process.on("exit", () => child.kill("SIGTERM"));
  let line = "";
  while (!line.includes("\n")) line += (await once(child.stdout, "data"))[0];
  const { port, keys, credits } = JSON.parse(line) as { port: number; keys: string[]; credits: number };
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { port, keys, credits, pid: child.pid!, stop };
};
