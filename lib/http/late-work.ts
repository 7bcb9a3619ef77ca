import { errorOfRefusal, ServiceError } from "../errors/service-error.ts";
import type { Turn } from "../turns/turn.ts";

/** The error of work that was stopped at the deadline, with what it was doing, as far as its engine has said so. */
export const lateWorkError = (error: unknown, turn: Turn | undefined): unknown => {
  const progress = turn === undefined ? "it was still waiting for its turn" : turn.progress;
  if (!(error instanceof ServiceError) || error.reason !== "out-of-time" || progress === undefined) return error;
  const { code, message } = error;
  const reason = turn === undefined ? "no-turn-in-time" : error.reason;
  return errorOfRefusal({ code, reason, message: `${message.replace(/\.$/, "")}: ${progress}.` }, error);
};
