import type { Batch } from "../../../lib/jobs/batches/batch.ts";
import type { Job } from "../../../lib/jobs/job.ts";
import type { Ordered } from "./orders.ts";

const STATES = ["succeeded", "failed", "cancelled"] as const;

/** What is wrong with a batch and its jobs, when all has come to rest. */
const wrongWithEnd = (batch: Batch, jobs: readonly Job[]): string[] => {
  const { request, open, creditsReserved, creditsUsed, cancelledAt, endedAt } = batch;
  if (endedAt === undefined) return ["a batch has no end"];
  const problems: string[] = [];
  if (open !== 0 || STATES.reduce((sum, state) => sum + batch[state], 0) !== request.count)
    problems.push("the ends of a batch's jobs are not as many as its jobs");
  const counted = STATES.map((state) => jobs.filter(({ end }) => end?.state === state).length);
  const [succeeded = 0, failed = 0, cancelled = 0] = counted;
  if (succeeded !== batch.succeeded || failed > batch.failed || cancelled > batch.cancelled)
    problems.push(`the jobs of a batch have not the ends that it counts: ${counted}`);
  const isWhole = jobs.length === request.count;
  if (isWhole && (failed !== batch.failed || cancelled !== batch.cancelled))
    problems.push(`the jobs of a batch have not the ends that it counts: ${counted}`);
  if (!isWhole && cancelledAt === undefined && jobs.length > 0)
    problems.push("some jobs of a batch were not submitted");
  if (cancelledAt === undefined && batch.cancelled > 0) problems.push("jobs of a batch are cancelled that is not");
  const used = jobs.reduce((sum, job) => sum + (job.end?.state === "succeeded" ? job.request.credits : 0), 0);
  if (creditsReserved !== 0 || creditsUsed !== used) problems.push("a batch does not count its credits");
  if (new Set(jobs.map((job) => job.request.batch?.index)).size !== jobs.length)
    problems.push("two jobs of a batch have one place");
  return problems;
};

/** What is wrong with the batch of an order and what was charged for its jobs. */
export const wrongWithBatch = (
  { asked, told, cancelled }: Ordered,
  charges: number,
  all: readonly Batch[],
  jobs: ReadonlyMap<string, Job>,
): string[] => {
  const batches = all.filter(({ request }) => Object.values(request.prices).includes(asked.credits));
  const ids = new Set(batches.map(({ request }) => request.id));
  const problems: string[] = [];
  // A batch that the table has made late, when its request had got an error already, fails before its first job.
  const begun = batches.filter(
    ({ request }) =>
      told.some(({ id }) => id === request.id) ||
      [...jobs.values()].some((job) => job.request.batch?.id === request.id),
  );
  if (begun.length > 1) problems.push("a request has two batches");
  if (told.some(({ id }) => id !== undefined && !ids.has(id))) problems.push("a batch that was promised is not there");
  if (batches.length > 0 && told.every(({ status }) => status === 402)) problems.push("a refused batch is there");
  for (const { id, state } of cancelled) {
    const batch = batches.find(({ request }) => request.id === id);
    if (state === "cancelling" && batch?.cancelledAt === undefined) problems.push("a cancelled batch is not cancelled");
  }
  const successes = batches.reduce((sum, { succeeded }) => sum + succeeded, 0);
  if (charges !== successes) problems.push(`a batch was charged ${charges} times, with ${successes} successes`);
  for (const batch of batches) {
    const own = [...jobs.values()].filter(({ request }) => request.batch?.id === batch.request.id);
    problems.push(...wrongWithEnd(batch, own));
    if (batch.request.count !== asked.count) problems.push("a batch has not as many jobs as were asked for");
  }
  return problems;
};
