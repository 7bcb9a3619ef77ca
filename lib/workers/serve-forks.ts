import { readSync, writeSync } from "node:fs";
import { EMPTY_FRAME, type Frame, readFrames } from "./frames.ts";
import { replyAtOnce } from "./reply.ts";
import { isZygote, PROCESS_CHANNEL, type ProcessResult, writeReply } from "./serve-process.ts";
import { type ZygoteAddon, zygoteAddon } from "./zygote-addon.ts";

/** Rounds of the warm-up after which a document is converted as fast as after a hundred. */
const WARM_UP_ROUNDS = 30;

const CHUNK_BYTES = 65_536;

/** Warms up, and returns in each fork the descriptor that it serves. What is asked for meanwhile is forked between two rounds. */
const forkWhenAsked = ({ fork, leave }: ZygoteAddon, warmUp: () => void): number => {
  process.on("exit", leave);
  for (let round = 0; ; round++) {
    const descriptor = fork(PROCESS_CHANNEL, round < WARM_UP_ROUNDS ? 0 : 1);
    if (descriptor !== undefined) return descriptor;
    warmUp();
  }
};

/** Does the jobs that come by a descriptor, without the event loop, whose first turns take longer than a small document. */
const serve = <Order, Result>(work: (job: Frame<Order>) => ProcessResult<Result>, descriptor: number): void => {
  const stream = {
    write: (bytes: Uint8Array): boolean => {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      return true;
    },
  };
  const read = readFrames<Order>((job) => {
    if (job === undefined) stream.write(EMPTY_FRAME);
    else
      writeReply(
        stream,
        replyAtOnce(() => work(job)),
      );
  });
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let length = -1; length !== 0; ) {
    length = readSync(descriptor, chunk);
    read(chunk.subarray(0, length));
  }
};

/** Does the jobs that this process is sent. As a zygote it does none, but its forks do, with the code that it has warmed up. */
export const serveForks = <Order, Result>(
  work: (job: Frame<Order>) => ProcessResult<Result>,
  warmUp: () => void,
): void => {
  const addon = isZygote() ? zygoteAddon() : undefined;
  if (addon === undefined) warmUp();
  serve(work, addon === undefined ? PROCESS_CHANNEL : forkWhenAsked(addon, warmUp));
};
