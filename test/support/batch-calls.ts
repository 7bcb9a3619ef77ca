import { ask, type JobView } from "./job-calls.ts";
import { url } from "./platen.ts";
import { until } from "./until.ts";

/** A batch as the service tells it. */
export interface BatchView {
  readonly id: string;
  readonly state: string;
  readonly requests: number;
  readonly counts: {
    readonly open: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly cancelled: number;
  };
  readonly creditsReserved: number;
  readonly creditsUsed: number;
  readonly result?: { readonly url: string; readonly name: string; readonly type: string };
}

/** A job of a batch as the service tells it. */
export type BatchJobView = JobView & { readonly batch: string; readonly index: number; readonly name?: string };

/** Sends a list of requests: entries as a JSON list, a text as it is. */
export const sendBatch = (
  list: readonly object[] | string,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${url}/batches`, {
    method: "POST",
    headers: {
      "X-API-Key": key,
      "Content-Type": typeof list === "string" ? "application/x-ndjson" : "application/json",
      ...headers,
    },
    body: typeof list === "string" ? list : JSON.stringify(list),
  });

/** A batch as it is now. */
export const batchNow = async (id: string, key: string): Promise<BatchView> => {
  const reply = await ask(`/batches/${id}`, key);
  if (reply.status !== 200) throw new Error(await reply.text());
  return (await reply.json()) as BatchView;
};

/** A batch once it has ended. */
export const batchEnd = async (id: string, key: string): Promise<BatchView> => {
  let batch = await batchNow(id, key);
  await until(
    async () => {
      batch = await batchNow(id, key);
      return batch.state === "ended";
    },
    { intervalMs: 200 },
  );
  return batch;
};

/** All jobs of a batch, page by page. */
export const jobsIn = async (id: string, key: string, limit = 100): Promise<BatchJobView[]> => {
  const jobs: BatchJobView[] = [];
  let cursor: string | undefined;
  do {
    const reply = await ask(`/batches/${id}/jobs?limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`, key);
    const page = (await reply.json()) as { jobs: BatchJobView[]; next?: string };
    jobs.push(...page.jobs);
    cursor = page.next;
  } while (cursor !== undefined);
  return jobs;
};
