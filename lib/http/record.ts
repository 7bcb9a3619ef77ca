import type { Contract } from "../contract.ts";
import type { Middleware, Reply, Request } from "./exchange.ts";
import { logFailure, logRequest } from "./log.ts";
import type { Phases } from "./phases.ts";
import { toServiceError } from "./respond.ts";

/** Whether this process has not answered a request yet. */
let isColdStart = true;

type Answered = Pick<Reply, "statusCode"> & { readonly headers: Readonly<Record<string, string | undefined>> };

const inWholeMilliseconds = (phases: Phases) =>
  Object.fromEntries(Object.entries(phases).map(([phase, ms]) => [`${phase}Ms`, Math.round(ms)]));

/** Logs each request, and the stack where the service itself has failed. */
export const record = ({ path }: Pick<Contract<unknown>, "path">): Middleware => {
  const logEntry = (request: Request, code: string | undefined) => {
    const { requestId, startedAt, caller, bytesIn = 0, standing } = request.internal;
    const { statusCode, headers }: Answered = request.response as Reply;
    logRequest({
      id: requestId!,
      lambdaId: request.context.awsRequestId,
      gatewayId: request.event.requestContext?.requestId,
      operation: path,
      account: caller?.account,
      key: caller?.last4,
      status: statusCode,
      code,
      bytesIn,
      bytesOut: Number(headers["Content-Length"]),
      ms: Math.round(performance.now() - startedAt!),
      ...inWholeMilliseconds(request.event.phases!),
      cold: isColdStart,
      credits: Number(headers["X-Credits-Used"]),
      engine: headers["X-Engine"] ?? headers["X-Pdf-Engine"],
      recovered: standing?.recovered ?? 0,
    });
    isColdStart = false;
  };
  return {
    after: (request) => logEntry(request, undefined),
    onError: (request) => {
      const error = toServiceError(request.error);
      if (error.code === "PROCESSING_FAILED" && error.cause !== undefined) logFailure(path, error);
      logEntry(request, error.code);
    },
  };
};
