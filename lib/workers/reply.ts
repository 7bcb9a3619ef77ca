import { errorOfRefusal, type Refusal, ServiceError, toRefusal } from "../errors/service-error.ts";
import { RemoteError, traceOf } from "../errors/trace.ts";

/** How a job ended in its worker: a result; an error that the caller may read; or the stack of any other error. */
export type WorkerReply<Result> = (
  | { readonly result: Result }
  | { readonly refused: Refusal }
  | { readonly failed: string; readonly trace: readonly string[] }
) & {
  /** Bytes of memory that a thread still holds after the job. */
  readonly heldBytes?: number;
};

const replyOfError = (error: unknown): WorkerReply<never> => {
  if (error instanceof ServiceError) return { refused: toRefusal(error) };
  return { failed: error instanceof Error ? (error.stack ?? error.name) : "unknown", trace: traceOf(error) };
};

/** Does a job in a worker and puts its outcome into a reply. */
export const replyOf = async <Result>(work: () => Result | Promise<Result>): Promise<WorkerReply<Result>> => {
  try {
    return { result: await work() };
  } catch (error) {
    return replyOfError(error);
  }
};

/** The same for a job that needs no event loop. */
export const replyAtOnce = <Result>(work: () => Result): WorkerReply<Result> => {
  try {
    return { result: work() };
  } catch (error) {
    return replyOfError(error);
  }
};

/** The result that a reply holds. Throws the ServiceError, or a RemoteError with the stack, that it holds instead. */
export const resultOf = <Result>(reply: WorkerReply<Result>): Result => {
  if ("result" in reply) return reply.result;
  if ("refused" in reply) throw errorOfRefusal(reply.refused);
  throw new RemoteError(reply.failed, reply.trace);
};
