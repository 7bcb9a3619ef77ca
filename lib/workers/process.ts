import type { Socket } from "node:net";
import type { Frame } from "./frames.ts";
import { isAlive } from "./is-alive.ts";
import { type ProcessOptions, spawnNode } from "./node-process.ts";
import { connectProcess } from "./process-channel.ts";
import { Worker } from "./worker.ts";

/** Starts a child process whose script calls `serveProcess`. Throws an Error where the machine has no room for it. */
export const startProcess = <Order, Result>(options: ProcessOptions): Worker<Frame<Order>, Frame<Result>> =>
  new Worker(options, (listener) => {
    const child = spawnNode(options);
    const socket = child.stdio[3] as Socket;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    child.once("exit", () => resolve());
    const process = {
      pid: child.pid!,
      socket,
      isAlive: () => isAlive(child),
      kill: () => void child.kill("SIGKILL"),
      ended,
      hold: (isHeld: boolean) => {
        for (const handle of [child, socket]) isHeld ? handle.ref() : handle.unref();
      },
    };
    return connectProcess<Order, Result>(process, listener);
  });
