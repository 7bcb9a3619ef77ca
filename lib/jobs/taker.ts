import type { JobRequest } from "./job.ts";

/** Who takes jobs: whoever submits one tells of it, and whoever cancels one tells to stop it. */
export interface JobTaker {
  /** The address of the queue of SQS that gets the messages of new jobs; undefined for a runner in this process. */
  readonly queue?: string;
  /** Tells of a new job, or of several. It does not reject: a job that nobody has heard of is found all the same, only later. */
  readonly wake: (job?: JobRequest) => void | Promise<void>;
  readonly drop: (id: string) => void;
  /** Looks for batches that are to be submitted, cancelled or tidied up. */
  readonly wakeBatches: () => void;
}

let taker: JobTaker | undefined;

/** Sets who takes the jobs of this process; undefined while nobody does. */
export const setJobTaker = (next: JobTaker | undefined): void => {
  taker = next;
};

/** Who takes the jobs of this process. A process without one answers each request at once. */
export const jobTaker = (): JobTaker | undefined => taker;
