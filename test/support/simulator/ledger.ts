import { toAccount } from "../../../lib/accounts/account.ts";
import type { Job } from "../../../lib/jobs/job.ts";
import { keyOf } from "../../../lib/stored-bodies/reference.ts";
import type { Item } from "./expressions.ts";
import type { Asked } from "./simulated-service.ts";
import type { SimulatedProcess } from "./world.ts";

/** What a client was told of one sending: an answer, or nothing because its server was killed or stood still. */
export interface Told {
  readonly server: SimulatedProcess;
  readonly status: number | undefined;
  readonly job: string | undefined;
}

/** Requests of an account that are one for its meter: a request, or several with the same key. */
export interface Ordered {
  readonly asked: Asked;
  readonly told: Told[];
}

/** The price of the request of a number: how often each was charged can be read off the digits of what was used. */
const RADIX = 4n;
export const priceOf = (index: number): number => Number(RADIX ** BigInt(index));
const chargesOf = (used: bigint, index: number): number => Number((used / RADIX ** BigInt(index)) % RADIX);

/** How often a request may have been charged, by what was told of it: at least and at most. */
const allowedCharges = ({ told }: Ordered): readonly [least: number, most: number] => {
  if (told.some(({ status }) => status === 200)) return [1, 1];
  // A server that could not tell returns the credits later, unless it is killed before.
  const isKnown = told.every(({ status, server }) => status !== undefined && server.isAlive);
  return [0, isKnown ? 0 : 1];
};

/** What is wrong with a job and what was charged for it. */
const wrongWithJob = (order: Ordered, charges: number, jobs: ReadonlyMap<string, Job>): string[] => {
  const named = new Set(order.told.flatMap(({ job }) => job ?? []));
  const ends = [...named].map((id) => jobs.get(id)?.end?.state);
  const successes = ends.filter((state) => state === "succeeded").length;
  const problems = ends.some((state) => state === undefined) ? ["a job that was promised has no end"] : [];
  if (successes > 1) problems.push("two jobs of one key have succeeded");
  // A job may have been made by a server that was killed before it told so.
  const most = order.told.every(({ status, server }) => status !== undefined && server.isAlive) ? successes : 1;
  if (charges < successes || charges > most)
    problems.push(`a job was charged ${charges} times, with ${successes} successes`);
  return problems;
};

/** What is wrong with the results of jobs. `bodies` are the keys of all stored bodies. */
const wrongWithResults = (jobs: ReadonlyMap<string, Job>, bodies: ReadonlySet<string>): string[] =>
  [...jobs.values()].flatMap(({ request, end }) => {
    if (end?.state !== "succeeded")
      return end?.result === undefined ? [] : ["a job that has not succeeded has a result"];
    const { reference = "" } = end.result ?? {};
    return bodies.has(keyOf(request.caller.account, reference, "results")) ? [] : ["the result of a job is lost"];
  });

/** What must hold of an account in the end, when all has come to rest. Returns what does not. */
export const violations = (
  item: Item,
  initial: bigint,
  orders: readonly Ordered[],
  jobs: ReadonlyMap<string, Job>,
  bodies: ReadonlySet<string>,
): string[] => {
  const account = toAccount(item);
  const [balance, used] = [BigInt(item["bal"]!.N!), BigInt(item["used"]!.N!)];
  const problems = wrongWithResults(jobs, bodies);
  if (balance + used !== initial) problems.push(`${initial - balance - used} credits are lost`);
  if (balance < 0n) problems.push("the balance is negative");
  const { count, credits, bytes } = account.jobs;
  if (count !== 0 || credits !== 0 || bytes !== 0) problems.push(`${count} jobs with ${credits} credits stay open`);
  if ([...account.holds.values()].some(({ end }) => end === undefined)) problems.push("a reservation has no end");
  for (const [index, order] of orders.entries()) {
    const charges = chargesOf(used, index);
    const { isLater, key } = order.asked;
    const [least, most] = allowedCharges(order);
    const told = order.told.map(({ status }) => status ?? "nothing").join();
    if (isLater) problems.push(...wrongWithJob(order, charges, jobs).map((problem) => `${problem} (told ${told})`));
    else if (charges < least || charges > most)
      problems.push(`a request ${key === undefined ? "" : "with a key "}was charged ${charges} times (told ${told})`);
  }
  return problems;
};
