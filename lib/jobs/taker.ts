/** Who takes jobs and batches in this process: whoever submits one wakes it, and whoever cancels a job tells it to stop. */
export interface JobTaker {
  readonly wake: () => void;
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
