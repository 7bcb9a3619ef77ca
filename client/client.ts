import { FileAnswer } from "./answer.ts";
import { type Batches, batchesOf } from "./batches.ts";
import { bodyOf } from "./body.ts";
import { type Bounds, Call } from "./call.ts";
import { deadlineIn } from "./deadline.ts";
import { OPERATIONS } from "./interface/operations.ts";
import type { Answers, DryRun, Inputs, Job, Metadata } from "./interface/schemas.ts";
import { type Jobs, jobsOf } from "./jobs.ts";
import { type OperationDescription, parameterNames } from "./operation.ts";
import { randomId } from "./random-id.ts";
import type { Service } from "./send-ahead.ts";

/** Where the service is, its key, and the bounds of each call. */
export interface ClientOptions {
  /** The base address of the service, such as `http://localhost:3000/v1`. */
  readonly url: string;
  readonly key: string;
  /** How often the requests of a call may be sent, in all. */
  readonly attempts?: number;
  /** Milliseconds for a whole call, until the last byte of its answer has arrived. */
  readonly timeoutMs?: number;
  /** Bytes above which a body is sent ahead of its request, because API Gateway would refuse it. */
  readonly sendAheadAbove?: number;
}

/** The options of a call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** By default a random one. Calls with the same key and the same input are charged once in 24 hours. */
  readonly idempotencyKey?: string;
}

/** The options of a submission. */
export interface SubmitOptions extends CallOptions {
  /** A public address that gets a callback when the job has ended. */
  readonly callbackUrl?: string;
}

type Operations = typeof OPERATIONS;
type FileOperation = {
  [Id in keyof Operations]: Operations[Id] extends { file: string } ? Id : never;
}[keyof Operations];
type AnswerOperation = Exclude<keyof Operations, FileOperation>;
type InputOf<Id> = Id extends keyof Inputs ? Inputs[Id] : undefined;

/** An operation that returns a file. */
export interface FileMethod<Input> {
  /** Makes the file. */
  (input: Input, options?: CallOptions): Promise<FileAnswer>;
  /** Makes the file and returns only its metadata, in which its warnings are listed. Costs as much as the file. */
  metadata(input: Input, options?: CallOptions): Promise<Metadata>;
  /** Checks the input and returns the price of the call. Nothing is made or charged. */
  dryRun(input: Input, options?: CallOptions): Promise<DryRun>;
  /** Submits a job that makes the file later. Rejects with a TypeError if the service has no jobs: then the file was made. */
  submit(input: Input, options?: SubmitOptions): Promise<Job>;
}

/** A service: each operation of its OpenAPI document, by its id, its jobs, and its batches. */
export type Client = { readonly jobs: Jobs; readonly batches: Batches } & {
  readonly [Id in FileOperation]: FileMethod<InputOf<Id>>;
} & {
  readonly [Id in AnswerOperation]: (
    ...args: InputOf<Id> extends undefined ? [input?: undefined, options?: CallOptions] : [InputOf<Id>, CallOptions?]
  ) => Promise<Answers[Id]>;
};

const DEFAULT_ATTEMPTS = 5;
const DEFAULT_TIMEOUT_MS = 300_000;
/** API Gateway accepts 4.7 MB. */
const DEFAULT_DIRECT_BYTES = 4_500_000;

const serviceOf = ({ url, key }: ClientOptions): Service => {
  const { protocol } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") throw new TypeError("The address must begin with http or https.");
  if (!/^[!-~]+$/.test(key)) throw new TypeError("The key must be visible ASCII characters.");
  return { url: url.replace(/\/+$/, ""), key };
};

type Ask = (input: unknown, options: CallOptions | undefined, headers: Record<string, string>) => Promise<Call>;

const asker =
  (service: Service, description: OperationDescription, bounds: Bounds, timeoutMs: number): Ask =>
  async (input, options, headers) => {
    const deadline = deadlineIn(options?.timeoutMs ?? timeoutMs, options?.signal);
    const { method, path } = description;
    const body = input === undefined ? undefined : await bodyOf(description, input as Record<string, unknown>);
    return new Call(service, { method, path, headers, body, fields: parameterNames(description) }, deadline, bounds);
  };

const fileMethod = (ask: Ask, type: string): FileMethod<unknown> => {
  const keyed = (options: CallOptions | undefined, headers: Record<string, string>) => {
    const idempotencyKey = options?.idempotencyKey ?? randomId();
    return { idempotencyKey, headers: { "Idempotency-Key": idempotencyKey, ...headers } };
  };
  const json = async (input: unknown, options: CallOptions | undefined, headers: Record<string, string>) =>
    (await ask(input, options, keyed(options, headers).headers)).json();
  return Object.assign(
    async (input: unknown, options?: CallOptions) => {
      const { idempotencyKey, headers } = keyed(options, { Accept: type });
      const call = await ask(input, options, headers);
      return new FileAnswer(await call.attempts.run(() => call.request()), call, idempotencyKey);
    },
    {
      metadata: (input: unknown, options?: CallOptions) =>
        json(input, options, { Accept: "application/json" }) as Promise<Metadata>,
      dryRun: (input: unknown, options?: CallOptions) =>
        json(input, options, { Accept: "application/json", Prefer: "dry-run" }) as Promise<DryRun>,
      submit: async (input: unknown, options?: SubmitOptions) => {
        const callback = options?.callbackUrl === undefined ? {} : { "X-Callback-Url": options.callbackUrl };
        const job = await json(input, options, { Accept: "application/json", Prefer: "respond-async", ...callback });
        if (typeof job === "object" && job !== null && "state" in job) return job as Job;
        throw new TypeError("The service has no jobs: it has answered at once.");
      },
    },
  );
};

/** A client of the service at an address. It holds no connection and no state, so it need not be closed. */
export const createClient = (options: ClientOptions): Client => {
  const service = serviceOf(options);
  const { attempts = DEFAULT_ATTEMPTS, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const bounds = { attempts, sendAheadAbove: options.sendAheadAbove ?? DEFAULT_DIRECT_BYTES };
  const methods = Object.entries<OperationDescription>(OPERATIONS).map(([id, description]) => {
    const ask = asker(service, description, bounds, timeoutMs);
    const answer = async (input?: unknown, own?: CallOptions) => (await ask(input, own, {})).json();
    return [id, description.file === undefined ? answer : fileMethod(ask, description.file)];
  });
  const calls = { service, bounds, timeoutMs };
  return { ...Object.fromEntries(methods), jobs: jobsOf(service, bounds, timeoutMs), batches: batchesOf(calls) };
};
