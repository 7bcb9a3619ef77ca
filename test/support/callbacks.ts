import { Webhook } from "standardwebhooks";
import type { Caller } from "../../lib/accounts/keys.ts";
import { rotateCallbackSecret } from "../../lib/accounts/operator/callback-secrets.ts";
import { type PostOptions, poster } from "../../lib/callbacks/post.ts";
import { CallbackSender, type SenderOptions } from "../../lib/callbacks/sender.ts";
import { endJob } from "../../lib/jobs/end.ts";
import { findJob } from "../../lib/jobs/find.ts";
import type { JobEnd, JobRequest } from "../../lib/jobs/job.ts";
import { parseExceptions } from "../../lib/net/exceptions.ts";
import { jobOf, newQueue, submit, takeOf } from "./jobs.ts";
import { clock } from "./own-clock-meter.ts";
import { newCaller, table } from "./table.ts";

/** The origin at which callers of these tests reach the service. */
export const ORIGIN = "https://platen.example";

/** Receivers of this machine, which stand for those of the internet. */
const receivers = parseExceptions(["127.0.0.1"]);

/** A caller with credits and a secret. */
export const newCalledBack = async (credits = 50): Promise<{ readonly caller: Caller; readonly secret: string }> => {
  const caller = await newCaller(credits);
  return { caller, secret: (await rotateCallbackSecret(table, caller.account, clock.now)).callbackSecret };
};

/** A job of a caller that has ended by the tests' clock, and whose end is to be told to an address. */
export const endedJob = async (caller: Caller, url: string, end: Partial<JobEnd> = {}): Promise<JobRequest> => {
  const job = { ...jobOf(caller), callback: { url, origin: ORIGIN } };
  await submit(job);
  const taken = (await takeOf(newQueue(), [caller]))!;
  await endJob(table, job, { state: "succeeded", at: clock.now, attempts: 1, ...end }, taken.runner);
  return job;
};

/** A sender that lives by the tests' clock, and draws no chance. */
export const newSender = (post: PostOptions = {}, options: Partial<SenderOptions> = {}): CallbackSender =>
  new CallbackSender({
    table,
    now: () => clock.now,
    random: () => 0.5,
    post: poster({ allow: receivers, ...post }),
    onFailure: (action, error) => console.error(action, error),
    ...options,
  });

/** How the delivery of a job's callback goes. */
export const progressOf = async ({ caller, id }: JobRequest) =>
  (await findJob(table, caller.account, id, clock.now))?.delivery?.progress;

/** Goes on to the moment at which the callback of a job is due, and sends what is due. Returns the delay in seconds. */
export const sendNext = async (job: JobRequest, sender = newSender()): Promise<number> => {
  const dueAt = (await progressOf(job))!.dueAt!;
  const seconds = (dueAt - clock.now) / 1000;
  clock.now = Math.max(clock.now, dueAt);
  await sender.sendDue();
  return seconds;
};

/** What a callback tells, if the library of the specification takes it, which knows no clock but the machine's. */
export const verify = (
  secret: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
) => {
  const realNow = Date.now;
  Date.now = () => clock.now;
  try {
    return new Webhook(secret).verify(body, headers) as { type: string; timestamp: string; data: { id: string } };
  } finally {
    Date.now = realNow;
  }
};
