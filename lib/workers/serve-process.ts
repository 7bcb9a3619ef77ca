import { Socket } from "node:net";
import { EMPTY_FRAME, type Frame, readFrames, writeFrame } from "./frames.ts";
import { replyOf, type WorkerReply } from "./reply.ts";

/** The result of a job: a value that JSON can hold, and bytes in pieces. */
export interface ProcessResult<Result> {
  readonly head: Result;
  readonly body: readonly Uint8Array[];
}

export const writeReply = (stream: Pick<Socket, "write">, reply: WorkerReply<ProcessResult<unknown>>): void => {
  if ("result" in reply) writeFrame(stream, { result: reply.result.head }, reply.result.body);
  else writeFrame(stream, reply, []);
};

/** The descriptor by which a child process is sent its jobs. */
export const PROCESS_CHANNEL = 3;
/** The descriptor by which it has the file for its result, if its starter has given one. */
export const RESULT_FILE = 4;

/** The word after the script of a process that does no jobs, but forks processes that do. */
export const ZYGOTE_WORD = "zygote";
export const isZygote = (): boolean => process.argv[2] === ZYGOTE_WORD;

type Work<Order, Result> = (job: Frame<Order>) => ProcessResult<Result> | Promise<ProcessResult<Result>>;

const serve = <Order, Result>(work: Work<Order, Result>, arrival: AbortController): void => {
  const socket = new Socket({ fd: PROCESS_CHANNEL });
  const onFrame = async (job: Frame<Order> | undefined): Promise<void> => {
    if (job === undefined) return void socket.write(EMPTY_FRAME);
    const reply = await replyOf(() => work(job));
    writeReply(socket, reply);
  };
  socket
    .on(
      "data",
      readFrames(onFrame, () => arrival.abort()),
    )
    .on("error", () => {})
    // A thread that a job has started would keep a process running whose parent has ended.
    .on("close", () => process.exit());
};

/**
 * Does the jobs that this process is sent, one after another; ends with its parent. The signal is aborted when the first
 * job begins to arrive. A zygote warms up before it answers; its forks go on from there.
 */
export const serveProcess = <Order, Result>(
  work: Work<Order, Result>,
  warmUp?: () => Promise<unknown>,
): AbortSignal => {
  const arrival = new AbortController();
  if (isZygote()) void Promise.resolve(warmUp?.()).then(() => serve(work, arrival));
  else serve(work, arrival);
  return arrival.signal;
};
