import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds before each round: what the last one left has ended. */
const REST = 150;

/** Milliseconds that each of so many rounds of a work takes, one by one, after others that count for nothing. */
export const rested = async (
  work: (round: number) => Promise<unknown>,
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<number[]> => {
  const taken: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    await sleep(REST);
    const started = performance.now();
    await work(round);
    if (round >= warmUp) taken.push(performance.now() - started);
  }
  return taken;
};
