import { setTimeout as sleep } from "node:timers/promises";

/** A pause before each round, in which the rest of the last round ends. */
const PAUSE_MS = 150;

/** The times of `rounds` runs in milliseconds, one after another, after runs that are not counted. */
export const rested = async (
  work: (round: number) => Promise<unknown>,
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<number[]> => {
  const taken: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    await sleep(PAUSE_MS);
    const started = performance.now();
    await work(round);
    if (round >= warmUp) taken.push(performance.now() - started);
  }
  return taken;
};
