import { toAccount } from "../../../lib/accounts/account.ts";
import type { Batch } from "../../../lib/jobs/batches/batch.ts";
import type { Job } from "../../../lib/jobs/job.ts";
import { storeKey } from "../../../lib/stored-bodies/reference.ts";
import { wrongWithBatch } from "./batch-ledger.ts";
import type { Item } from "./expressions.ts";
import type { Ordered } from "./orders.ts";
import { chargesOf } from "./prices.ts";

/** What an account has in the end: its item, its jobs and batches by their ids, and the keys of all stored bodies. */
interface Belongings {
  readonly item: Item;
  readonly jobs: ReadonlyMap<string, Job>;
  readonly batches: ReadonlyMap<string, Batch>;
  readonly bodies: ReadonlySet<string>;
}

/** Whether every client of an order got an answer, or its server can still return what it has reserved. */
const isKnown = ({ told }: Ordered): boolean =>
  told.every(({ status, server }) => status !== undefined && server.isAlive);

/** How often a request may have been charged, by what was told of it: at least and at most. */
const allowedCharges = (order: Ordered): readonly [least: number, most: number] => {
  if (order.told.some(({ status }) => status === 200)) return [1, 1];
  // A server that could not tell returns the credits later, unless it is killed before.
  return [0, isKnown(order) ? 0 : 1];
};

/** What is wrong with a job and what was charged for it. */
const wrongWithJob = (order: Ordered, charges: number, jobs: ReadonlyMap<string, Job>): string[] => {
  const named = new Set(order.told.flatMap(({ id }) => id ?? []));
  const ends = [...named].map((id) => jobs.get(id)?.end?.state);
  const successes = ends.filter((state) => state === "succeeded").length;
  const problems = ends.some((state) => state === undefined) ? ["a job that was promised has no end"] : [];
  if (successes > 1) problems.push("two jobs of one key have succeeded");
  if (order.cancelled.some(({ id, state }) => jobs.get(id)?.end?.state !== state))
    problems.push("a job has not the end that was told to who has cancelled it");
  // A job may have been made by a server that was killed before it told so.
  const most = isKnown(order) ? successes : 1;
  if (charges < successes || charges > most)
    problems.push(`a job was charged ${charges} times, with ${successes} successes`);
  return problems;
};

/** What is wrong with the results of jobs. */
const wrongWithResults = ({ jobs, bodies }: Belongings): string[] =>
  [...jobs.values()].flatMap(({ request, end }) => {
    if (end?.state !== "succeeded")
      return end?.result === undefined ? [] : ["a job that has not succeeded has a result"];
    const { reference = "" } = end.result ?? {};
    return bodies.has(storeKey(request.caller.account, reference, "results")) ? [] : ["the result of a job is lost"];
  });

const wrongWithOrder = (order: Ordered, charges: number, { jobs, batches }: Belongings): string[] => {
  if (order.asked.kind === "batch") return wrongWithBatch(order, charges, [...batches.values()], jobs);
  if (order.asked.kind === "later") return wrongWithJob(order, charges, jobs);
  const [least, most] = allowedCharges(order);
  return charges < least || charges > most ? [`a request was charged ${charges} times`] : [];
};

/** What must hold of an account in the end, when all has come to rest. Returns what does not. */
export const violations = (initial: bigint, orders: readonly Ordered[], belongings: Belongings): string[] => {
  const { item } = belongings;
  const account = toAccount(item);
  const [balance, used] = [BigInt(item["bal"]!.N!), BigInt(item["used"]!.N!)];
  const problems = wrongWithResults(belongings);
  if (balance + used !== initial) problems.push(`${initial - balance - used} credits are lost`);
  if (balance < 0n) problems.push("the balance is negative");
  const { count, credits, bytes } = account.jobs;
  if (count !== 0 || credits !== 0 || bytes !== 0) problems.push(`${count} jobs with ${credits} credits stay open`);
  if ([...account.holds.values()].some(({ end }) => end === undefined)) problems.push("a reservation has no end");
  for (const order of orders) {
    const { key, credits } = order.asked;
    const told = `${key === undefined ? "" : "with a key, "}told ${order.told.map(({ status }) => status ?? "nothing").join()}`;
    const wrong = wrongWithOrder(order, chargesOf(used, credits), belongings);
    problems.push(...wrong.map((problem) => `${problem} (${told})`));
  }
  return problems;
};
