import { FileAnswer } from "./answer.ts";
import { type Bounds, Call } from "./call.ts";
import { type Deadline, deadlineIn, wait } from "./deadline.ts";
import type { Body } from "./form.ts";
import type { Batch, BatchRequest, Job } from "./interface/schemas.ts";
import type { JobCallOptions } from "./jobs.ts";
import { randomId } from "./random-id.ts";
import type { Service } from "./send-ahead.ts";

/** A page of a list. */
export interface PageQuery {
  readonly limit?: number;
  /** `next` of the page before. */
  readonly cursor?: string;
}

/** A page of batches, newest first, and the cursor of the next one. */
export interface BatchesPage {
  readonly batches: readonly Batch[];
  readonly next?: string;
}

/** A page of the jobs of a batch, in the order of its list, and the cursor of the next one. */
export interface BatchJobsPage {
  readonly jobs: readonly Job[];
  readonly next?: string;
}

/** The options of the submission of a batch. */
export interface SubmitBatchOptions extends JobCallOptions {
  /** By default a random one. The same list with the same key is the same batch for 24 hours. */
  readonly idempotencyKey?: string;
  /** A public address that gets a callback when the last job has ended. */
  readonly callbackUrl?: string;
}

/** How a batch is waited for. */
export interface WaitOptions extends JobCallOptions {
  /** Is called with the batch whenever `wait` has asked for it. */
  readonly onProgress?: (batch: Batch) => void;
}

/** The batches of an account. */
export interface Batches {
  /** Submits up to 10,000 requests at once. A text holds one as JSON on each line. Each of them becomes a job. */
  submit(requests: readonly BatchRequest[] | string, options?: SubmitBatchOptions): Promise<Batch>;
  get(id: string, options?: JobCallOptions): Promise<Batch>;
  list(query?: PageQuery, options?: JobCallOptions): Promise<BatchesPage>;
  jobs(id: string, query?: PageQuery, options?: JobCallOptions): Promise<BatchJobsPage>;
  /** Waits until all jobs have ended, and asks less and less often. It may take 24 hours, unless `timeoutMs` says less. */
  wait(id: string, options?: WaitOptions): Promise<Batch>;
  /** Waits as `wait` does, and returns all results as one ZIP archive. */
  archive(id: string, options?: WaitOptions): Promise<FileAnswer>;
  /** Cancels the jobs that have not ended, and returns the batch as it is then. */
  cancel(id: string, options?: JobCallOptions): Promise<Batch>;
  /** Sends the callback of a batch that has ended again, with the same id. */
  sendCallback(id: string, options?: JobCallOptions): Promise<Batch>;
}

const WAIT_LIMIT_MS = 86_400_000;
const FIRST_LOOK_MS = 500;
const LONGEST_LOOK_MS = 10_000;
/** Each wait takes this many times as long as the one before. */
const GROWTH = 1.5;

/** How the calls of a client are made. */
interface Calls {
  readonly service: Service;
  readonly bounds: Bounds;
  readonly timeoutMs: number;
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

const listBody = (requests: readonly BatchRequest[] | string): Body =>
  typeof requests === "string"
    ? { type: "application/x-ndjson", content: new Blob([requests]) }
    : { type: "application/json", content: new Blob([JSON.stringify(requests)]) };

const queryOf = (query: PageQuery): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) text.set(name, String(value));
  return text.toString();
};

/** The batches of a service. */
export const batchesOf = ({ service, bounds, timeoutMs }: Calls): Batches => {
  // Servers take a whole list, and uploads take none.
  const direct = { ...bounds, sendAheadAbove: Number.POSITIVE_INFINITY };
  const call = (method: string, path: string, deadline: Deadline, { headers = {}, body }: Sent = {}) =>
    new Call(service, { method, path, headers, body, fields: ["requests"] }, deadline, direct);
  const pathOf = (id: string) => `/batches/${encodeURIComponent(id)}`;
  const limited = (options: JobCallOptions | undefined, usualMs = timeoutMs) =>
    deadlineIn(options?.timeoutMs ?? usualMs, options?.signal);
  const ask = (method: string, path: string, options: JobCallOptions | undefined) =>
    call(method, path, limited(options)).json();

  const untilEnd = async (id: string, deadline: Deadline, onProgress: WaitOptions["onProgress"]): Promise<Batch> => {
    for (let ms = FIRST_LOOK_MS; ; ms = Math.min(LONGEST_LOOK_MS, ms * GROWTH)) {
      const batch = (await call("GET", pathOf(id), deadline).json()) as Batch;
      onProgress?.(batch);
      if (batch.state === "ended") return batch;
      await wait(ms * (0.75 + Math.random() / 2), deadline);
    }
  };

  return {
    submit: async (requests, options) => {
      const headers = {
        "Idempotency-Key": options?.idempotencyKey ?? randomId(),
        ...(options?.callbackUrl !== undefined && { "X-Callback-Url": options.callbackUrl }),
      };
      const sending = call("POST", "/batches", limited(options), { headers, body: listBody(requests) });
      return (await sending.json()) as Batch;
    },
    get: async (id, options) => (await ask("GET", pathOf(id), options)) as Batch,
    list: async (query = {}, options) => (await ask("GET", `/batches?${queryOf(query)}`, options)) as BatchesPage,
    jobs: async (id, query = {}, options) =>
      (await ask("GET", `${pathOf(id)}/jobs?${queryOf(query)}`, options)) as BatchJobsPage,
    wait: (id, options) => untilEnd(id, limited(options, WAIT_LIMIT_MS), options?.onProgress),
    archive: async (id, options) => {
      const deadline = limited(options, WAIT_LIMIT_MS);
      const { result } = await untilEnd(id, deadline, options?.onProgress);
      if (result === undefined) throw new TypeError("The results of the batch have expired.");
      const download = call("GET", `/archives/${result.url.replace(/^.*\//, "")}`, deadline);
      return new FileAnswer(await download.attempts.run(() => download.request()), download, id);
    },
    cancel: async (id, options) => (await ask("DELETE", pathOf(id), options)) as Batch,
    sendCallback: async (id, options) => (await ask("POST", `${pathOf(id)}/callback`, options)) as Batch,
  };
};
