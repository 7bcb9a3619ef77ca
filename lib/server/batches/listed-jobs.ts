import type { BatchRequest } from "../../jobs/batches/batch.ts";
import type { ListedJob } from "../../jobs/batches/progress.ts";
import type { JobBody } from "../../jobs/job.ts";
import { openBatchList } from "../../stored-bodies/job-bodies.ts";

/** A line of the list that was stored. A body that is no upload is stored beside the list. */
interface Line {
  readonly operation: string;
  readonly name?: string;
  readonly body: Omit<JobBody, "reference"> & { readonly reference?: string };
}

/** The jobs of a batch as its list has them, from one place to another. */
interface ListedJobs {
  readonly slice: (from: number, to: number) => ListedJob[];
}

/** The list of a batch, which has at most 10,000 short lines. Undefined if it is not there. */
export const listedJobs = async ({ caller, list }: BatchRequest): Promise<ListedJobs | undefined> => {
  const stored = await openBatchList(caller.account, list);
  if (stored === undefined) return undefined;
  const bytes = Buffer.allocUnsafe(stored.contentLength);
  try {
    await stored.readInto(bytes, () => {});
  } finally {
    await stored.close();
  }
  const lines = bytes.toString().split("\n");
  const jobIn = (line: string): ListedJob => {
    const { operation, name, body } = JSON.parse(line) as Line;
    return { operation, name, body: { reference: list.reference, ...body } };
  };
  // Only what is submitted at once is parsed.
  return { slice: (from, to) => lines.slice(from, to).map(jobIn) };
};
