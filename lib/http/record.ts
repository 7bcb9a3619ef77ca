import type { Contract } from "../contract/contract.ts";
import type { ServiceError } from "../errors/service-error.ts";
import type { Middleware, Reply, Request } from "./exchange.ts";
import { failureOf, isUnexplained } from "./failure-entry.ts";
import { logFailure, logRequest } from "./log.ts";
import type { LogEntry } from "./log-entry.ts";
import type { Phases } from "./phases.ts";
import { toServiceError } from "./respond.ts";
import { type TracedRequest, tracedRequests } from "./traced-requests.ts";

/** Whether this process has not answered a request yet. */
let isColdStart = true;

type Answered = Pick<Reply, "statusCode"> & { readonly headers: Readonly<Record<string, string | undefined>> };

const inWholeMilliseconds = (phases: Phases) =>
  Object.fromEntries(Object.entries(phases).map(([phase, ms]) => [`${phase}Ms`, Math.round(ms)]));

/** Logs each request, and the kind and place of the error where the service itself has failed. */
export const record = ({ path }: Pick<Contract<unknown>, "path">): Middleware => {
  const logEntry = (request: Request, error?: ServiceError) => {
    const { requestId, startedAt, caller, bytesIn = 0, standing, trace } = request.internal;
    const { statusCode, headers }: Answered = request.response as Reply;
    const entry: LogEntry = {
      id: requestId!,
      ...(trace && { traceId: trace.traceId, spanId: trace.spanId }),
      lambdaId: request.context.awsRequestId,
      gatewayId: request.event.requestContext?.requestId,
      operation: path,
      account: caller?.account,
      key: caller?.last4,
      status: statusCode,
      ...(error && failureOf(error)),
      bytesIn,
      bytesOut: Number(headers["Content-Length"]),
      ms: Math.round(performance.now() - startedAt!),
      ...inWholeMilliseconds(request.event.phases!),
      cold: isColdStart,
      credits: Number(headers["X-Credits-Used"]),
      engine: headers["X-Engine"] ?? headers["X-Pdf-Engine"],
      recovered: standing?.recovered ?? 0,
    };
    logRequest(entry);
    isColdStart = false;
    const { steps } = request.event;
    if (steps === undefined || trace === undefined) return;
    const traced: TracedRequest = { entry, method: "POST", trace, steps, startedAt: startedAt! };
    tracedRequests.publish(traced);
  };
  return {
    after: (request) => logEntry(request),
    onError: (request) => {
      const error = toServiceError(request.error);
      if (isUnexplained(error)) logFailure(path, error, request.internal.requestId);
      logEntry(request, error);
    },
  };
};
