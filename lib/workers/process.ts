import { type ChildProcess, spawn } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import type { Socket } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { config } from "../config.ts";
import { confined } from "../confinement/confined.ts";
import { assertSpawned } from "./assert-spawned.ts";
import { endFirstWithoutMemory } from "./end-first-without-memory.ts";
import { EMPTY_FRAME, type Frame, readFrames, writeFrame } from "./frames.ts";
import { isAlive } from "./is-alive.ts";
import type { Reply } from "./reply.ts";
import { Worker, type WorkerLimits } from "./worker.ts";

/** The options of a Node child process: its script and its limits. */
export interface ProcessOptions extends WorkerLimits {
  readonly script: URL;
  readonly memoryMb: number;
  /** Its environment, to which the compile cache is added; empty by default. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The folders and files of the code; below them there is nothing else. */
const root = resolve(import.meta.dirname, "../..");
const CODE = config.onLambda
  ? ["/var/task"]
  : ["lib", "node_modules", "layers", "package.json"].map((name) => join(root, name));

const spawnNode = ({ script, memoryMb, env }: ProcessOptions): ChildProcess => {
  const compileCache = getCompileCacheDir();
  const file = fileURLToPath(script);
  // Whoever could write the compile cache would write the code of other processes.
  const read = [...CODE, dirname(file), ...(compileCache === undefined ? [] : [compileCache])];
  const command = [process.execPath, `--max-old-space-size=${memoryMb}`, file] as const;
  const [program, ...words] = confined(command, { execute: [process.execPath], read });
  const child = assertSpawned(
    spawn(program, words, {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
      detached: true, // in its own process group, Ctrl-C does not end running jobs
      env: { ...env, NODE_COMPILE_CACHE: compileCache ?? "" },
    }),
  );
  endFirstWithoutMemory(child.pid!);
  return child;
};

/** The reply in a frame. The result of a job is the reply's `result` with the frame's body. */
const replyIn = <Result>({ head, body }: Frame<Reply<Result>>): Reply<Frame<Result>> =>
  "result" in head ? { result: { head: head.result, body } } : head;

/** Starts a child process whose script calls `serveProcess`. Throws an Error where the machine has no room for it. */
export const startProcess = <Order, Result>(options: ProcessOptions): Worker<Frame<Order>, Frame<Result>> =>
  new Worker(options, (listener) => {
    const child = spawnNode(options);
    const socket = child.stdio[3] as Socket;
    const onFrame = (frame: Frame<Reply<Result>> | undefined): void => {
      if (frame === undefined) listener.pong();
      else listener.reply(replyIn(frame));
    };
    const read = readFrames(onFrame);
    socket.on("data", (chunk: Buffer) => {
      try {
        read(chunk);
      } catch {
        // What it sends is not a frame. What follows is not read, and its job fails when it exits.
        socket.destroy();
        child.kill("SIGKILL");
      }
    });
    socket.on("error", () => {}); // the exit event reports a process that dies
    child.once("exit", () => listener.exit(undefined));
    return {
      isAlive: () => isAlive(child),
      post: ({ head, body }: Frame<Order>) => writeFrame(socket, head, [body]),
      ping: () => void socket.write(EMPTY_FRAME),
      stop: () => void child.kill("SIGKILL"),
      kill: () => void child.kill("SIGKILL"),
      hold: (isHeld) => {
        for (const handle of [child, socket]) isHeld ? handle.ref() : handle.unref();
      },
      statFile: () => `/proc/${child.pid}/stat`,
      isProcess: true,
    };
  });
