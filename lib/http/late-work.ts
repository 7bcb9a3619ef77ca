import { ServiceError } from "../errors.ts";
import type { Turn } from "../workers/turn.ts";

/** The error of work that was stopped at the deadline, with what it was doing, as far as its engine has said so. */
export const lateWorkError = (error: unknown, turn: Turn | undefined): unknown => {
  const progress = turn === undefined ? "it was still waiting for its turn" : turn.progress;
  if (!(error instanceof ServiceError) || progress === undefined) return error;
  return new ServiceError(error.code, `${error.message.replace(/\.$/, "")}: ${progress}.`, { cause: error });
};
