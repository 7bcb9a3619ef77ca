import { readlinkSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { bytesIn, movable } from "./movable.ts";
import { type Reply, replyOf } from "./reply.ts";
import { setStopFlag } from "./stop-flag.ts";

/** What a thread is given at its start. */
export interface ThreadData {
  readonly compileCache: string | undefined;
  readonly stopFlag: Int32Array;
  readonly data: unknown;
}

/** What a thread tells: where its processor time is to be read, and the replies to its jobs. */
export type ThreadMessage<Result> = { readonly statFile: string } | Reply<Result>;

const memoriesOf = (value: unknown): Set<ArrayBuffer> =>
  new Set(bytesIn(value).map((bytes) => bytes.buffer as ArrayBuffer));

const processorTimeFile = (): string => {
  try {
    return `/proc/${readlinkSync("/proc/thread-self")}/stat`;
  } catch {
    return "";
  }
};

/** What happens to memory after a job: what a job is given goes when it ends, by default. */
export interface JobMemory {
  /** Keeps the memory of these bytes for a later job. */
  keep(bytes: Uint8Array): void;
  /** Lets the memory of these bytes, which an earlier job has kept, go with this job. */
  adopt(bytes: Uint8Array): void;
}

/** Does the jobs that this thread is sent, one after another. `load` brings the work once compiled code is found again. */
export const serveThread = async <Job, Result>(
  load: (data: unknown) => Promise<(job: Job, memory: JobMemory) => Result | Promise<Result>>,
): Promise<void> => {
  const { compileCache, stopFlag, data } = workerData as ThreadData;
  if (compileCache !== undefined) enableCompileCache(compileCache);
  setStopFlag(stopFlag);
  const work = await load(data);
  const post = (message: ThreadMessage<Result>, moved: ArrayBuffer[] = []) => parentPort!.postMessage(message, moved);
  post({ statFile: processorTimeFile() });
  parentPort!.on("message", async (job: Job) => {
    const given = memoriesOf(job);
    const memory: JobMemory = {
      keep: ({ buffer }) => given.delete(buffer as ArrayBuffer),
      adopt: ({ buffer }) => given.add(buffer as ArrayBuffer),
    };
    const reply = await replyOf(() => work(job, memory));
    const returned = [...memoriesOf(reply)].filter((memory) => given.has(memory));
    const moved = [...new Set([...returned, ...movable(bytesIn(reply))])];
    const { total_heap_size, external_memory } = getHeapStatistics();
    const leaving = [...new Set([...given, ...moved])].reduce((sum, { byteLength }) => sum + byteLength, 0);
    post({ ...reply, heldBytes: total_heap_size + external_memory - leaving }, moved);
    // No garbage collector hurries for what was given and is not returned.
    for (const memory of given) if (!memory.detached) memory.transfer(0);
  });
};
