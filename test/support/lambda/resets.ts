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

/** What the browser of the last call may still have in `/tmp`: it goes when the function is thawed. */
export const GROWTH_LIMIT_MB = 10;
const SETTLE_ATTEMPTS = 300;

/** Megabytes in a folder as soon as they are within a limit: what a call has left goes in a moment, on a busy machine in a longer one. */
const settledMegabytes = async (folder: string, limitMb: number): Promise<number> => {
  for (let attempt = 0; attempt < SETTLE_ATTEMPTS && megabytesIn(folder) > limitMb; attempt++) await sleep(100);
  return megabytesIn(folder);
};

const WARM_UP_ATTEMPTS = 10;

/** Calls a function until a call adds nothing to a folder: an engine may still be unpacked there when the first call is answered. */
const warmUp = async (call: () => Promise<Answer>, folder: () => string) => {
  let { statusCode } = await call();
  let firstMb = 0;
  for (let attempt = 0; attempt < WARM_UP_ATTEMPTS; attempt++) {
    firstMb = megabytesIn(folder());
    ({ statusCode } = await call());
    if (megabytesIn(folder()) <= firstMb + GROWTH_LIMIT_MB) break;
  }
  return { statusCode, firstMb };
};

/** Calls a function, and resets it a number of milliseconds after the begin of each call; then calls it again. */
export const resetDuringCalls = async (
  lambda: LambdaFunction,
  call: () => Promise<Answer>,
  delaysMs: readonly number[],
): Promise<Resets> => {
  const { statusCode, firstMb } = await warmUp(call, () => lambda.temp());
  const answers = [statusCode];
  let [mostMb, older] = [firstMb, 0];
  for (const delay of delaysMs) {
    call().catch(() => {}); // is never answered
    await sleep(delay);
    const resetAt = Date.now();
    await lambda.reset();
    answers.push((await call()).statusCode);
    const temp = lambda.temp();
    mostMb = Math.max(mostMb, await settledMegabytes(temp, firstMb + GROWTH_LIMIT_MB));
    // What the answered call has left may go just now.
    const birth = (name: string) => lstatSync(join(temp, name), { throwIfNoEntry: false })?.birthtimeMs ?? resetAt;
    older += readdirSync(temp).filter((name) => birth(name) < resetAt).length;
  }
  return { answers, firstMb, mostMb, older };
};
