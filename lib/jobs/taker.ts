import type { JobRequest } from "./job.ts";

/** Takes the jobs of this process: it is called if one was submitted or cancelled. */
export interface JobTaker {
  /** The address of the queue of SQS that gets the messages of new jobs; undefined for a runner in this process. */
  readonly queue?: string;
  /** Announces a new job, or several. It never rejects: a job that was not announced is found later, at the next poll. */
  readonly wake: (job?: JobRequest) => void | Promise<void>;
  /** Stops a job that was cancelled, if it runs here. */
  readonly drop: (id: string) => void;
  /** Polls for batches that are to be submitted, cancelled or tidied up. */
  readonly wakeBatches: () => void;
}

let taker: JobTaker | undefined;

export const setJobTaker = (next: JobTaker | undefined): void => {
  taker = next;
};

/** The taker of this process; undefined in a process that answers each request at once. */
export const jobTaker = (): JobTaker | undefined => taker;
