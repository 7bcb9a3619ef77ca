import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ServiceError } from "../errors/service-error.ts";
import { type Arrival, arrivalOf } from "../http/arrival.ts";
import type { Reply } from "../http/exchange.ts";
import { logFailure, logRequest } from "../http/log.ts";
import { failureOf, isUnexplained, type LogEntry } from "../http/log-entry.ts";
import { errorReply } from "../http/respond.ts";
import { formatTraceparent } from "../http/trace-context.ts";
import { type TracedRequest, tracedRequests } from "../http/traced-requests.ts";

/** Adds id, time and trace to the answer for a request that reaches no endpoint, and logs it. */
export const recordOutsideRequest = (
  reply: Reply,
  { startedAt, method, trace }: Arrival,
  { operation = "none", error, bytesIn = 0 }: OutsideRequest,
): Reply => {
  const [id, ms] = [randomUUID(), Math.round(performance.now() - startedAt)];
  Object.assign(reply.headers, { "X-Request-Id": id, "X-Processing-Time-Ms": String(ms) });
  if (trace !== undefined) reply.headers["Traceparent"] = formatTraceparent(trace);
  const { statusCode, headers } = reply;
  const { "Content-Length": length = "0" }: Readonly<Record<string, string | undefined>> = headers;
  const bytesOut = Number(length);
  if (error !== undefined && isUnexplained(error)) logFailure(operation, error, id);
  const ids = trace && { traceId: trace.traceId, spanId: trace.spanId };
  const outcome = error === undefined ? { status: statusCode } : failureOf(error);
  const none = { cold: false, credits: 0, recovered: 0 };
  const entry: LogEntry = { id, ...ids, operation, ...outcome, bytesIn, bytesOut, ms, ...none };
  logRequest(entry);
  if (trace) tracedRequests.publish({ entry, method, trace, steps: [], startedAt } satisfies TracedRequest);
  return reply;
};

type OutsideRequest = { readonly operation?: string; readonly error?: ServiceError; readonly bytesIn?: number };

/** The error answer to a request that reaches no endpoint. */
export const outsideReply = (
  error: ServiceError,
  arrival: Arrival,
  headers: Record<string, string> = {},
  operation?: string,
): Reply => {
  const reply = errorReply(error);
  Object.assign(reply.headers, headers);
  return recordOutsideRequest(reply, arrival, { error, ...(operation !== undefined && { operation }) });
};

/** Answers bytes that are not a whole HTTP request with an error, and closes the connection. */
export const refuseMalformedRequest = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  // Node's own field for the request on this connection whose head has been read.
  const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse | null };
  // A connection that was opened in advance and never used needs no answer.
  const silent = (socket as Socket).bytesRead === 0;
  // If an answer is being sent already, a second one must not follow.
  if (error.code === "ECONNRESET" || !socket.writable || begun?.headersSent || silent) {
    socket.destroy();
    return;
  }
  const what =
    error.code === "HPE_HEADER_OVERFLOW" ? "The headers are too large." : "This is not a valid HTTP request.";
  const arrival = arrivalOf(begun?.req ?? { headers: {} });
  const { headers, body } = outsideReply(new ServiceError("INVALID_REQUEST", what), arrival);
  const lines = Object.entries({ ...headers, Connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("")}\r\n${body}`);
};
