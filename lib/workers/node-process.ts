import { spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import type { Socket } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { config } from "../config.ts";
import { confined, wallsOfForks } from "../confinement/confined.ts";
import { assertSpawned, endFirstWithoutMemory, isAlive, type Spawned } from "./child-process.ts";
import type { Frame } from "./frames.ts";
import { connectProcess, type JobProcess } from "./process-channel.ts";
import { ZYGOTE_LIBRARY, zygoteVariables } from "./process-zygote.ts";
import type { WorkerReply } from "./reply.ts";
import { ZYGOTE_WORD } from "./serve-process.ts";
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

/** A zygote's channel, and which threads its forks have: only the one that forks, or all. */
export interface ZygoteStart {
  readonly channel: number;
  readonly threads: "one" | "all";
}

/**
 * V8 waits for its own threads in other modes than the first. All threads can be stopped only if none ignores all signals, as
 * Node's debugger does. V8 collects garbage when it is idle; each fork would do that again.
 */
const ZYGOTE_FLAGS: Readonly<Record<ZygoteStart["threads"], readonly string[]>> = {
  one: ["--single-threaded"],
  all: ["--disable-sigusr1", "--no-memory-reducer"],
};

/** What a zygote has in addition whose forks have all its threads. */
const withAllThreads = ({ read, execute }: { read: readonly string[]; execute: readonly string[] }) => ({
  permissions: { read: [...read, "/proc"], execute: [...execute, ZYGOTE_LIBRARY] },
  variables: zygoteVariables(wallsOfForks({ read, execute })),
});

/** The descriptors of a process: its channel, the file for its result, and a zygote's channel. */
const descriptorsOf = ({ resultFile }: ProcessOptions, zygote: ZygoteStart | undefined) => {
  if (zygote?.threads === "all") return ["pipe", "ignore", zygote.channel] as const;
  return [zygote?.channel ?? "pipe", ...(resultFile === undefined ? [] : [resultFile])] as const;
};

/**
 * Starts a Node process behind the walls. It has no files but its channel (descriptor 3): a pipe, or the given descriptor of a
 * zygote's; and, if it is given, the file for its result (descriptor 4). Throws an Error if the machine has no room for it.
 */
export const spawnNode = (options: ProcessOptions, zygote?: ZygoteStart): Spawned => {
  const { script, memoryMb, firstCollectionMb, env, refusesCodeTexts = false, read: folders = [] } = options;
  const compileCache = getCompileCacheDir();
  const file = fileURLToPath(script);
  const code = {
    // A process that could write the compile cache could change the code of other processes.
    read: [...CODE, dirname(file), ...folders, ...(compileCache === undefined ? [] : [compileCache])],
    execute: [process.execPath],
  };
  const { permissions, variables } = zygote?.threads === "all" ? withAllThreads(code) : { permissions: code };
  const flags = [
    `--max-old-space-size=${memoryMb}`,
    ...(firstCollectionMb === undefined ? [] : [`--initial-old-space-size=${firstCollectionMb}`]),
    ...(zygote === undefined ? [] : ZYGOTE_FLAGS[zygote.threads]),
    ...(refusesCodeTexts ? ["--disallow-code-generation-from-strings"] : []),
  ];
  const command = [process.execPath, ...flags, file, ...(zygote === undefined ? [] : [ZYGOTE_WORD])] as const;
  const [program, ...words] = confined(command, { ...permissions, mayFork: zygote !== undefined });
  const child = assertSpawned(
    spawn(program, words, {
      stdio: ["ignore", "ignore", "ignore", ...descriptorsOf(options, zygote)],
      detached: true, // in its own process group, Ctrl-C does not end running jobs
      env: { ...env, ...variables, NODE_COMPILE_CACHE: compileCache ?? "" },
    }),
  );
  endFirstWithoutMemory(child.pid);
  return child;
};

/** The process of a child that has its channel as a pipe. */
export const jobProcessOf = (child: Spawned): JobProcess => {
  const socket = child.stdio[3] as Socket;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once("exit", () => resolve());
  return {
    pid: child.pid,
    socket,
    isAlive: () => isAlive(child),
    kill: () => void child.kill("SIGKILL"),
    ended,
    hold: (isHeld) => {
      for (const handle of [child, socket]) isHeld ? handle.ref() : handle.unref();
    },
  };
};

/** A worker in a process whose script calls `serveProcess`; `added` is added to each result. */
export const processWorker = <Order, Result, Added extends object = object>(
  limits: WorkerLimits,
  start: () => JobProcess,
  added?: Added,
): Worker<Frame<Order>, Frame<Result> & Added> =>
  new Worker(limits, (listener) => {
    const reply = (it: WorkerReply<Frame<Result>>) =>
      listener.reply("result" in it ? { result: { ...it.result, ...(added as Added) } } : it);
    return connectProcess<Order, Result>(start(), { ...listener, reply });
  });

/**
 * Starts a child process whose script calls `serveProcess`; `added` is added to each result. Throws an Error if the machine has
 * no room for it.
 */
export const startNodeProcess = <Order, Result, Added extends object = object>(
  options: ProcessOptions,
  added?: Added,
): Worker<Frame<Order>, Frame<Result> & Added> => processWorker(options, () => jobProcessOf(spawnNode(options)), added);
