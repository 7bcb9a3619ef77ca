import { spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import type { Socket } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { config } from "../config.ts";
import { confined } from "../confinement/confined.ts";
import { assertSpawned, endFirstWithoutMemory, isAlive, type Spawned } from "./child-process.ts";
import type { Frame } from "./frames.ts";
import { connectProcess } from "./process-channel.ts";
import type { WorkerReply } from "./reply.ts";
import { Worker, type WorkerLimits } from "./worker.ts";

/** The options of a Node child process: its script and its limits. */
export interface ProcessOptions extends WorkerLimits {
  readonly script: URL;
  readonly memoryMb: number;
  /**
   * Megabytes that its heap has before garbage is collected from all of it. By default V8 begins with a few, which takes a share
   * of the time of short jobs.
   */
  readonly firstCollectionMb?: number;
  /** Its environment, to which the compile cache is added; empty by default. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it runs no code that it is given as a text, by `eval` or `new Function`. */
  readonly refusesCodeTexts?: boolean;
  /** Folders that it may read, beside those of the code. */
  readonly read?: readonly string[];
  /** The descriptor of a file that it may write its result to. */
  readonly resultFile?: number;
}

/** The folders and files of the code; below them there is nothing else. */
const root = resolve(import.meta.dirname, "../..");
const CODE = config.onLambda
  ? ["/var/task"]
  : ["lib", "node_modules", "layers", "package.json"].map((name) => join(root, name));

/** V8 waits for its own threads in other modes, and a fork has only the thread that forked. */
const ZYGOTE_FLAGS = ["--single-threaded"];

/**
 * Starts a Node process behind the walls. It has no files but its channel (descriptor 3): a pipe, or the given descriptor of a
 * zygote's; and, if it is given, the file for its result (descriptor 4). Throws an Error if the machine has no room for it.
 */
export const spawnNode = (
  {
    script,
    memoryMb,
    firstCollectionMb,
    env,
    resultFile,
    refusesCodeTexts = false,
    read: folders = [],
  }: ProcessOptions,
  zygoteChannel?: number,
): Spawned => {
  const compileCache = getCompileCacheDir();
  const file = fileURLToPath(script);
  // A process that could write the compile cache could change the code of other processes.
  const read = [...CODE, dirname(file), ...folders, ...(compileCache === undefined ? [] : [compileCache])];
  const isZygote = zygoteChannel !== undefined;
  const flags = [
    `--max-old-space-size=${memoryMb}`,
    ...(firstCollectionMb === undefined ? [] : [`--initial-old-space-size=${firstCollectionMb}`]),
    ...(isZygote ? ZYGOTE_FLAGS : []),
    ...(refusesCodeTexts ? ["--disallow-code-generation-from-strings"] : []),
  ];
  const command = [process.execPath, ...flags, file, ...(isZygote ? ["zygote"] : [])] as const;
  const [program, ...words] = confined(command, { execute: [process.execPath], read, mayFork: isZygote });
  const child = assertSpawned(
    spawn(program, words, {
      stdio: ["ignore", "ignore", "ignore", zygoteChannel ?? "pipe", ...(resultFile === undefined ? [] : [resultFile])],
      detached: true, // in its own process group, Ctrl-C does not end running jobs
      env: { ...env, NODE_COMPILE_CACHE: compileCache ?? "" },
    }),
  );
  endFirstWithoutMemory(child.pid);
  return child;
};

/**
 * Starts a child process whose script calls `serveProcess`; `added` is added to each result. Throws an Error if the machine has
 * no room for it.
 */
export const startNodeProcess = <Order, Result, Added extends object = object>(
  options: ProcessOptions,
  added?: Added,
): Worker<Frame<Order>, Frame<Result> & Added> =>
  new Worker(options, (listener) => {
    const child = spawnNode(options);
    const socket = child.stdio[3] as Socket;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    child.once("exit", () => resolve());
    const process = {
      pid: child.pid,
      socket,
      isAlive: () => isAlive(child),
      kill: () => void child.kill("SIGKILL"),
      ended,
      hold: (isHeld: boolean) => {
        for (const handle of [child, socket]) isHeld ? handle.ref() : handle.unref();
      },
    };
    const reply = (it: WorkerReply<Frame<Result>>) =>
      listener.reply("result" in it ? { result: { ...it.result, ...(added as Added) } } : it);
    return connectProcess<Order, Result>(process, { ...listener, reply });
  });
