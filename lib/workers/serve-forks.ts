import { type JobHandler, PROCESS_CHANNEL, serveProcess } from "./serve-process.ts";
import { type ZygoteAddon, zygoteAddon } from "./zygote-addon.ts";

/** Rounds of the warm-up after which a document is converted as fast as after a hundred. */
const WARM_UP_ROUNDS = 10;

/** Warms up, and gives in each fork the descriptor that it serves. What is asked for meanwhile is forked between two rounds. */
const forkWhenAsked = ({ fork, leave }: ZygoteAddon, warmUp: () => void): number => {
  process.on("exit", leave);
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    const descriptor = fork(PROCESS_CHANNEL, 0);
    if (descriptor !== undefined) return descriptor;
    warmUp();
  }
  return fork(PROCESS_CHANNEL, 1)!;
};

/** Does the jobs that this process is sent. As a zygote it does none, but its forks do, with the code that it has warmed up. */
export const serveForks = <Order, Result>(work: JobHandler<Order, Result>, warmUp: () => void): void => {
  const isZygote = process.argv[2] === "zygote";
  if (!isZygote) warmUp();
  serveProcess(work, isZygote ? forkWhenAsked(zygoteAddon()!, warmUp) : PROCESS_CHANNEL);
};
