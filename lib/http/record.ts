import type { Contract } from "../contract.ts";
import type { Middleware, Reply, Request } from "./exchange.ts";
import { logFailure, logRequest } from "./log.ts";
import { toServiceError } from "./respond.ts";

/** Writes each request into the log, and where the service itself was at fault, where that was. */
export const record = ({ path }: Pick<Contract<unknown>, "path">): Middleware => {
  const entry = (request: Request, code: string | undefined) => {
    const { requestId, startedAt, caller } = request.internal;
    const { statusCode, headers } = request.response as Reply;
    logRequest({
      id: requestId!,
      path,
      account: caller?.account,
      key: caller?.last4,
      status: statusCode,
      code,
      credits: Number(headers["X-Credits-Used"]),
      ms: Math.round(performance.now() - startedAt!),
    });
  };
  return {
    after: (request) => entry(request, undefined),
    onError: (request) => {
      const error = toServiceError(request.error);
      if (error.code === "PROCESSING_FAILED" && error.cause !== undefined) logFailure(path, error);
      entry(request, error.code);
    },
  };
};
