import type { Socket } from "node:net";
import { EMPTY_FRAME, type Frame, readFrames, writeFrame } from "./frames.ts";
import type { WorkerReply } from "./reply.ts";
import type { Channel, Listener } from "./worker.ts";

/** A child process, or a fork of one, that does jobs; it is connected by a socket. */
export interface JobProcess {
  readonly pid: number;
  readonly socket: Socket;
  isAlive(): boolean;
  kill(): void;
  readonly ended: Promise<void>;
  /** Sets whether it keeps this process running. */
  hold(isHeld: boolean): void;
}

/** The reply in a frame. The result of a job is the reply's `result` with the frame's body. */
const replyIn = <Result>({ head, body }: Frame<WorkerReply<Result>>): WorkerReply<Frame<Result>> =>
  "result" in head ? { result: { head: head.result, body } } : head;

/** The channel of a worker to a process whose script calls `serveProcess`. */
export const connectProcess = <Order, Result>(
  { pid, socket, isAlive, kill, ended, hold }: JobProcess,
  listener: Listener<Frame<Result>>,
): Channel<Frame<Order>> => {
  const onFrame = (frame: Frame<WorkerReply<Result>> | undefined): void => {
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
      kill();
    }
  });
  socket.on("error", () => {}); // a process that dies is reported when it has ended
  void ended.then(() => listener.exit(undefined));
  return {
    isAlive,
    post: ({ head, body, rest = [] }: Frame<Order>) => writeFrame(socket, head, [body, ...rest]),
    ping: () => void socket.write(EMPTY_FRAME),
    kill,
    hold,
    statFile: () => `/proc/${pid}/stat`,
    isProcess: true,
  };
};
