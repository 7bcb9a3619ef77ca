import type { Caller } from "../../lib/accounts/keys.ts";
import type { TakenJob } from "../../lib/jobs/entry.ts";
import { type JobRequest, newJobId } from "../../lib/jobs/job.ts";
import { JobQueue } from "../../lib/jobs/queue.ts";
import { submitJob } from "../../lib/jobs/submit.ts";
import { BUILT_IN_PLANS, type Plan, standardPlan } from "../../lib/settings/plan.ts";
import { clock } from "./own-clock-meter.ts";
import { table } from "./table.ts";

const standard = standardPlan(BUILT_IN_PLANS);

/** A merge by a caller, as a job of the tests' clock. */
export const jobOf = (caller: Caller, credits = 1): JobRequest => ({
  caller,
  id: newJobId(clock.now),
  operation: "/pdf/merge",
  credits,
  createdAt: clock.now,
  plan: "standard",
  body: { reference: "none", type: "application/json", bytes: 100 },
});

/** Submits a job by the tests' clock, which then goes on so that no rate window is full. */
export const submit = async (
  request: JobRequest,
  plan: Plan = standard,
  key?: { keyHash: string; fingerprint: string },
) => {
  const submission = await submitJob(table, request, { plan, keyUse: key }, clock.now);
  clock.now += 2000;
  return submission;
};

/** A queue of the tests' table that lives by their clock. */
export const newQueue = () => new JobQueue(table, () => clock.now);

/** Takes the next job of some accounts. Other jobs of the table are left alone. */
export const takeOf = (queue: JobQueue, callers: readonly Caller[]): Promise<TakenJob | undefined> =>
  queue.take((account) => !callers.some((caller) => caller.account === account));
