import { enableCompileCache } from "node:module";
import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { ownStatFile } from "../turns/own-processor-time.ts";
import { shareStreams } from "../zlib.ts";
import { replyOf, type WorkerReply } from "./reply.ts";
import { bytesIn, transferableBuffers } from "./transferable.ts";

/** The data that a thread gets at its start. */
export interface ThreadData {
  readonly compileCache: string | undefined;
  /** The word by which it is not ended while it makes a zlib stream. */
  readonly streams: Int32Array;
  readonly data: unknown;
}

/** A message from a thread: the `/proc` file with its processor time, or the reply to a job. */
export type ThreadMessage<Result> = { readonly statFile: string } | WorkerReply<Result>;

const memoriesOf = (value: unknown): Set<ArrayBuffer> =>
  new Set(bytesIn(value).map((bytes) => bytes.buffer as ArrayBuffer));

const serve = async <Job, Result>(
  load: (data: unknown) => Promise<(job: Job) => Result | Promise<Result>>,
): Promise<void> => {
  const { compileCache, streams, data } = workerData as ThreadData;
  if (compileCache !== undefined) enableCompileCache(compileCache);
  shareStreams(streams);
  const work = await load(data);
  const port = parentPort;
  if (port === null) throw new Error("This is no thread.");
  const post = (message: ThreadMessage<Result>, transferList: ArrayBuffer[] = []) =>
    port.postMessage(message, transferList);
  post({ statFile: ownStatFile() });
  port.on("message", async (job: Job) => {
    const given = memoriesOf(job);
    const reply = await replyOf(() => work(job));
    const returned = [...memoriesOf(reply)].filter((memory) => given.has(memory));
    const transferList = [...new Set([...returned, ...transferableBuffers(bytesIn(reply))])];
    const { total_heap_size, external_memory } = getHeapStatistics();
    const leaving = [...new Set([...given, ...transferList])].reduce((sum, { byteLength }) => sum + byteLength, 0);
    post({ ...reply, heldBytes: total_heap_size + external_memory - leaving }, transferList);
    // Frees received memory that is not returned; the garbage collector would free it much later.
    for (const memory of given) if (!memory.detached) memory.transfer(0);
  });
};

/**
 * Does the jobs that this thread is sent, one after another. `load` imports the work once the compile cache is enabled.
 * A script must not wait for it with a top-level `await`: V8 ends the process if it terminates such a module just then.
 */
export const serveThread = <Job, Result>(
  load: (data: unknown) => Promise<(job: Job) => Result | Promise<Result>>,
): void => void serve(load);
