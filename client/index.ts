export { FileAnswer } from "./answer.ts";
export type { Batches, BatchesPage, BatchJobsPage, PageQuery, SubmitBatchOptions, WaitOptions } from "./batches.ts";
export {
  CallbackError,
  type CallbackEvent,
  type CallbackHeaders,
  type VerifyOptions,
  verifyCallback,
} from "./callback.ts";
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type FileMethod,
  type SubmitOptions,
} from "./client.ts";
export { ConnectionError, DeadlineError, type ErrorCode, PlatenError } from "./errors.ts";
export type * from "./interface/schemas.ts";
export type { JobCallOptions, Jobs, JobsPage, JobsQuery } from "./jobs.ts";
export type { Source } from "./source.ts";
