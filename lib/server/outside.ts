import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { ServiceError } from "../errors.ts";
import type { Reply } from "../http/exchange.ts";
import { errorReply } from "../http/respond.ts";

/** The envelope for a request that reaches no endpoint. `startedAt` is of `performance.now()`. */
export const outsideReply = (error: ServiceError, startedAt: number, headers: Record<string, string> = {}): Reply => {
  const reply = errorReply(error);
  Object.assign(reply.headers, headers, {
    "X-Request-Id": randomUUID(),
    "X-Processing-Time-Ms": String(Math.round(performance.now() - startedAt)),
  });
  return reply;
};

/** Answers bytes that are no HTTP request, in the envelope, and closes the connection. */
export const refuseBytes = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const what =
    error.code === "HPE_HEADER_OVERFLOW" ? "The headers are too large." : "This is not a valid HTTP request.";
  const { headers, body } = outsideReply(new ServiceError("INVALID_REQUEST", what), performance.now());
  const lines = Object.entries({ ...headers, Connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join("")}\r\n${body}`);
};
