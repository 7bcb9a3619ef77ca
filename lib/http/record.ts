import { randomUUID } from "node:crypto";
import type { Contract } from "../contract/contract.ts";
import type { ServiceError } from "../errors/service-error.ts";
import { decorate, type Reply } from "./exchange.ts";
import { logFailure, logRequest } from "./log.ts";
import { failureOf, isUnexplained, type LogEntry } from "./log-entry.ts";
import type { Middleware } from "./middleware.ts";
import type { Arrived, Authenticated, Metered, Phases, Received, Recorded, Traced } from "./request.ts";
import { type TracedRequest, tracedRequests } from "./traced-requests.ts";

/** What a line of the log holds of a request, as far as it has come. */
type Logged = Received & Traced & Arrived & Partial<Recorded & Authenticated & Pick<Metered<unknown>, "standing">>;

/** Whether this process has not answered a request yet. */
let isColdStart = true;

const inWholeMilliseconds = (phases: Phases) =>
  Object.fromEntries(Object.entries(phases).map(([phase, ms]) => [`${phase}Ms`, Math.round(ms)]));

/** The phases as the value of `Server-Timing` (W3C Server Timing): `auth;dur=0.4, body;dur=1.2`. */
const serverTiming = (phases: Phases): string =>
  Object.entries(phases)
    .map(([phase, milliseconds]) => `${phase};dur=${milliseconds.toFixed(1)}`)
    .join(", ");

/** Adds an id and times to each request and its answer, and logs the request, with the cause if the service itself has failed. */
export const logRequests = ({ path }: Pick<Contract<unknown>, "path">): Middleware<Logged, Recorded> => {
  const answer = (request: Logged & Recorded, reply: Reply, error?: ServiceError) => {
    const { requestId, startedAt, phases, steps, trace, caller, bytesIn = 0, standing } = request;
    const ms = Math.round(performance.now() - startedAt);
    decorate(reply, {
      "X-Request-Id": requestId,
      "X-Processing-Time-Ms": ms,
      "Server-Timing": serverTiming(phases),
    });
    const headers: Readonly<Record<string, string | undefined>> = reply.headers;
    const entry: LogEntry = {
      id: requestId,
      ...(trace && { traceId: trace.traceId, spanId: trace.spanId }),
      lambdaId: request.context.awsRequestId,
      gatewayId: request.requestContext?.requestId,
      operation: path,
      job: request.context.job?.id,
      account: caller?.account,
      key: caller?.last4,
      status: reply.statusCode,
      ...(error && failureOf(error)),
      bytesIn,
      bytesOut: Number(headers["Content-Length"]),
      ms,
      ...inWholeMilliseconds(phases),
      cold: isColdStart,
      credits: Number(headers["X-Credits-Used"]),
      engine: headers["X-Engine"] ?? headers["X-Pdf-Engine"],
      recovered: standing?.recovered ?? 0,
    };
    logRequest(entry);
    isColdStart = false;
    if (steps === undefined || trace === undefined) return;
    tracedRequests.publish({ entry, method: "POST", trace, steps, startedAt } satisfies TracedRequest);
  };
  return {
    before: () => ({ requestId: randomUUID(), startedAt: performance.now(), phases: {} }),
    after: answer,
    onError: (request, reply, error) => {
      if (isUnexplained(error)) logFailure(path, error, request.requestId);
      answer(request as Logged & Recorded, reply, error);
    },
  };
};
