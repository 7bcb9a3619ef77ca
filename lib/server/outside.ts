import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ServiceError } from "../errors.ts";
import type { Reply } from "../http/exchange.ts";
import { failureOf, isUnexplained } from "../http/failure-entry.ts";
import { logFailure, logRequest } from "../http/log.ts";
import { errorReply } from "../http/respond.ts";

/** Adds the id and the time to the answer for a request that reaches no endpoint, and logs it. `startedAt` is by `performance.now()`. */
export const recordOutsideRequest = (
  reply: Reply,
  startedAt: number,
  { operation = "none", error, bytesIn = 0 }: OutsideRequest,
): Reply => {
  const [id, ms] = [randomUUID(), Math.round(performance.now() - startedAt)];
  Object.assign(reply.headers, { "X-Request-Id": id, "X-Processing-Time-Ms": String(ms) });
  const { statusCode, headers } = reply;
  const { "Content-Length": length = "0" }: Readonly<Record<string, string | undefined>> = headers;
  const bytesOut = Number(length);
  if (error !== undefined && isUnexplained(error)) logFailure(operation, error, id);
  const outcome = error === undefined ? { status: statusCode } : failureOf(error);
  logRequest({ id, operation, ...outcome, bytesIn, bytesOut, ms, cold: false, credits: 0, recovered: 0 });
  return reply;
};

type OutsideRequest = { readonly operation?: string; readonly error?: ServiceError; readonly bytesIn?: number };

/** The error answer to a request that reaches no endpoint. `startedAt` is by `performance.now()`. */
export const outsideReply = (
  error: ServiceError,
  startedAt: number,
  headers: Record<string, string> = {},
  operation?: string,
): Reply => {
  const reply = errorReply(error);
  Object.assign(reply.headers, headers);
  return recordOutsideRequest(reply, startedAt, { error, ...(operation !== undefined && { operation }) });
};

/** Answers bytes that are not a whole HTTP request with an error, and closes the connection. */
export const refuseMalformedRequest = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  // If an answer is being sent already, a second one must not follow. Node's own handler checks the same field.
  const answered = (socket as { _httpMessage?: { _headerSent: boolean } })._httpMessage?._headerSent;
  // A connection that was opened in advance and never used needs no answer.
  const silent = (socket as Socket).bytesRead === 0;
  if (error.code === "ECONNRESET" || !socket.writable || answered || silent) {
    socket.destroy();
    return;
  }
  const what =
    error.code === "HPE_HEADER_OVERFLOW" ? "The headers are too large." : "This is not a valid HTTP request.";
  const { headers, body } = outsideReply(new ServiceError("INVALID_REQUEST", what), performance.now());
  const lines = Object.entries({ ...headers, Connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("")}\r\n${body}`);
};
