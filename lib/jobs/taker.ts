/** Who takes jobs in this process: whoever submits one wakes it, and whoever cancels one tells it to stop. */
export interface JobTaker {
  readonly wake: () => void;
  readonly drop: (id: string) => void;
}

let taker: JobTaker | undefined;

/** Sets who takes the jobs of this process; undefined while nobody does. */
export const setJobTaker = (next: JobTaker | undefined): void => {
  taker = next;
};

/** Who takes the jobs of this process. A process without one answers each request at once. */
export const jobTaker = (): JobTaker | undefined => taker;
