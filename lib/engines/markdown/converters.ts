import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";
import { isAlive } from "../alive.ts";
import { ended } from "../ended.ts";
import { spawned } from "../spawned.ts";
import type { Answer } from "./converter.ts";

const SCRIPT = fileURLToPath(new URL("./converter.ts", import.meta.url));

/** Characters after which a process is not used again: it may hold much memory. */
const LARGE = 2_000_000;

/** Processes that wait for their next document. */
const idle: ChildProcess[] = [];
const MOST_IDLE = 2;

const start = (): ChildProcess => {
  const child = fork(SCRIPT, {
    serialization: "advanced",
    detached: true, // a group of its own: Ctrl-C must not end what runs
    execArgv: ["--max-old-space-size=2048"],
    env: { NODE_COMPILE_CACHE: getCompileCacheDir() ?? "" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  spawned(child).once("exit", () => {
    const at = idle.indexOf(child);
    if (at >= 0) idle.splice(at, 1);
  });
  return child;
};

const keep = (child: ChildProcess): void => {
  if (idle.length >= MOST_IDLE || !child.connected) {
    void ended(child);
    return;
  }
  child.unref();
  child.channel?.unref();
  idle.push(child);
};

const take = (): ChildProcess => {
  for (let child = idle.shift(); child !== undefined; child = idle.shift()) if (isAlive(child)) return child;
  return start();
};

/** Converts Markdown in a process of its own. Rejects with the signal's reason once that is aborted and the process is gone. */
export const convertApart = async (markdown: string, signal: AbortSignal): Promise<Answer> => {
  signal.throwIfAborted();
  const child = take();
  child.ref();
  child.channel?.ref();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const died = () => reject(signal.aborted ? signal.reason : new Error("The process that converts Markdown has died."));
  const abort = () => void ended(child);
  child.once("exit", died).once("message", resolve as (answer: unknown) => void);
  signal.addEventListener("abort", abort);
  try {
    child.send(markdown, (error) => error && reject(error));
    const answer = await promise;
    child.off("exit", died);
    if (markdown.length > LARGE) void ended(child);
    else keep(child);
    return answer;
  } catch (error) {
    await ended(child);
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
};

/** Starts a process ahead of its first document. */
export const startConverter = (): void => {
  if (idle.length === 0) keep(start());
};

/** Ends the processes that wait. */
export const endConverters = async (): Promise<void> => {
  await Promise.all(idle.map(ended));
};
