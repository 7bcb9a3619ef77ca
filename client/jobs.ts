import { FileAnswer } from "./answer.ts";
import { type Bounds, Call } from "./call.ts";
import { verifyCallback } from "./callback.ts";
import { type Deadline, deadlineIn, wait } from "./deadline.ts";
import { PlatenError } from "./errors.ts";
import type { Job } from "./interface/schemas.ts";
import type { Service } from "./send-ahead.ts";

/** The options of a call about jobs. */
export interface JobCallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Which jobs are listed, and how many at most. */
export interface JobsQuery {
  readonly state?: Job["state"];
  readonly limit?: number;
  /** `next` of the page before. */
  readonly cursor?: string;
}

/** A page of jobs, newest first, and the cursor of the next one. */
export interface JobsPage {
  readonly jobs: readonly Job[];
  readonly next?: string;
}

/** The jobs of an account. */
export interface Jobs {
  get(id: string, options?: JobCallOptions): Promise<Job>;
  list(query?: JobsQuery, options?: JobCallOptions): Promise<JobsPage>;
  /** Waits until a job has ended, and asks less and less often. It may take 20 minutes, unless `timeoutMs` says less. */
  wait(id: string, options?: JobCallOptions): Promise<Job>;
  /** Waits as `wait` does and returns the file. Rejects with a PlatenError if the job has failed or was cancelled. */
  file(id: string, options?: JobCallOptions): Promise<FileAnswer>;
  /** Stops a job that has not ended, and returns the job as it is then. */
  cancel(id: string, options?: JobCallOptions): Promise<Job>;
  /** Removes the result of a job before it expires. */
  removeResult(id: string, options?: JobCallOptions): Promise<Job>;
  /** Sends the callback of a job that has ended again, with the same id. */
  sendCallback(id: string, options?: JobCallOptions): Promise<Job>;
  /** Checks a callback, as the function of the same name does. */
  verifyCallback: typeof verifyCallback;
}

const WAIT_LIMIT_MS = 1_200_000;
const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 10_000;
/** Each wait takes this many times as long as the one before. */
const GROWTH = 1.5;

const hasEnded = ({ state }: Job): boolean => state !== "queued" && state !== "running";

/** The error of a job that has no file. */
const failureOf = (job: Job): PlatenError =>
  new PlatenError({
    status: 200,
    body: job.error ?? { message: job.state === "cancelled" ? "The job was cancelled." : "The job has no result." },
    headers: new Headers(),
    fields: [],
  });

/** The jobs of a service. */
export const jobsOf = (service: Service, bounds: Bounds, timeoutMs: number): Jobs => {
  const call = (method: string, path: string, deadline: Deadline) =>
    new Call(service, { method, path, headers: {}, body: undefined, fields: [] }, deadline, bounds);
  const pathOf = (id: string) => `/jobs/${encodeURIComponent(id)}`;
  const limited = (options: JobCallOptions | undefined, usualMs = timeoutMs) =>
    deadlineIn(options?.timeoutMs ?? usualMs, options?.signal);
  const ask = async (method: string, path: string, options: JobCallOptions | undefined) =>
    (await call(method, path, limited(options)).json()) as Job;

  const untilEnd = async (id: string, deadline: Deadline): Promise<Job> => {
    for (let ms = FIRST_LOOK_MS; ; ms = Math.min(LONGEST_LOOK_MS, ms * GROWTH)) {
      const job = (await call("GET", pathOf(id), deadline).json()) as Job;
      if (hasEnded(job)) return job;
      await wait(ms * (0.75 + Math.random() / 2), deadline);
    }
  };

  return {
    get: (id, options) => ask("GET", pathOf(id), options),
    list: async (query = {}, options) => {
      const text = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) if (value !== undefined) text.set(name, String(value));
      return (await call("GET", `/jobs?${text}`, limited(options)).json()) as JobsPage;
    },
    wait: (id, options) => untilEnd(id, limited(options, WAIT_LIMIT_MS)),
    file: async (id, options) => {
      const deadline = limited(options, WAIT_LIMIT_MS);
      const job = await untilEnd(id, deadline);
      if (job.result === undefined) throw failureOf(job);
      const path = `/results/${job.result.url.replace(/^.*\//, "")}`;
      const download = call("GET", path, deadline);
      return new FileAnswer(await download.attempts.run(() => download.request()), download, id);
    },
    cancel: (id, options) => ask("DELETE", pathOf(id), options),
    removeResult: (id, options) => ask("DELETE", `${pathOf(id)}/result`, options),
    sendCallback: (id, options) => ask("POST", `${pathOf(id)}/callback`, options),
    verifyCallback,
  };
};
