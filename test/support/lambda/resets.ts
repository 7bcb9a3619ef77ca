import { lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LambdaFunction } from "./function.ts";
import type { Answer } from "./runtime-api.ts";

const MB = 1_048_576;

/** What a function answered after each reset, the megabytes in its `/tmp`, and how many entries there were older than a reset. */
interface Resets {
  readonly answers: readonly number[];
  readonly firstMb: number;
  readonly mostMb: number;
  readonly older: number;
}

const megabytesIn = (folder: string): number => {
  const { blocks, bfree, bsize } = statfsSync(folder);
  return ((blocks - bfree) * bsize) / MB;
};

/** Calls a function, and resets it a number of milliseconds after the begin of each call; then calls it again. */
export const resetDuringCalls = async (
  lambda: LambdaFunction,
  call: () => Promise<Answer>,
  delaysMs: readonly number[],
): Promise<Resets> => {
  const answers = [(await call()).statusCode];
  const firstMb = megabytesIn(lambda.temp());
  let [mostMb, older] = [firstMb, 0];
  for (const delay of delaysMs) {
    call().catch(() => {}); // is never answered
    await sleep(delay);
    const resetAt = Date.now();
    await lambda.reset();
    answers.push((await call()).statusCode);
    const temp = lambda.temp();
    mostMb = Math.max(mostMb, megabytesIn(temp));
    // What the answered call has left may go just now.
    const birth = (name: string) => lstatSync(join(temp, name), { throwIfNoEntry: false })?.birthtimeMs ?? resetAt;
    older += readdirSync(temp).filter((name) => birth(name) < resetAt).length;
  }
  return { answers, firstMb, mostMb, older };
};
