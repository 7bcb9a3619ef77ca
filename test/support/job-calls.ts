import { url } from "./platen.ts";
import { until } from "./until.ts";

/** A job as the service tells it. */
export interface JobView {
  readonly id: string;
  readonly state: string;
  readonly operation: string;
  readonly attempts: number;
  readonly creditsReserved: number;
  readonly creditsUsed: number;
  readonly pages?: number;
  readonly error?: { readonly code: string; readonly reason: string; readonly message: string };
  readonly result?: { readonly url: string; readonly name: string; readonly type: string; readonly size: number };
}

/** Asks the service something about jobs. */
export const ask = (path: string, key: string, method = "GET"): Promise<Response> =>
  fetch(url + path, { method, headers: { "X-API-Key": key } });

/** A job as it is now. */
export const jobNow = async (id: string, key: string): Promise<JobView> => {
  const reply = await ask(`/jobs/${id}`, key);
  if (reply.status !== 200) throw new Error(await reply.text());
  return (await reply.json()) as JobView;
};

/** A job once it has ended. */
export const endOf = async (id: string, key: string): Promise<JobView> => {
  let job = await jobNow(id, key);
  await until(async () => {
    job = await jobNow(id, key);
    return !["queued", "running"].includes(job.state);
  });
  return job;
};
