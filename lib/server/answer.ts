import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { streamOf } from "../http/deliver.ts";
import type { Reply } from "../http/exchange.ts";
import { RATE_PERIOD_MS, rateFor, watchRate } from "./least-rate.ts";

/** Milliseconds in which a caller may finish sending a body that is not needed; only then it reads the answer. */
const REST_OF_BODY_TIMEOUT_MS = 30_000;

/** Readers of larger answers must be fast enough. A smaller answer needs little memory, and is dropped if it stalls. */
const WATCHED_ANSWER_MIN_BYTES = 65_536;

/** Bytes that the kernel has taken of what was written to a socket. */
const sentBytes = (socket: Socket): number => {
  const { _handle } = socket as { _handle?: { readonly writeQueueSize: number } | null };
  return socket.bytesWritten - (_handle?.writeQueueSize ?? 0);
};

/** Cuts off a caller who reads the answer too slowly: until it is read, it takes memory or a place on the disk. */
const watchReader = (response: ServerResponse, periodMs: number): void => {
  const { socket } = response;
  if (socket === null) return;
  const cut = () => response.destroy();
  const unwatch = watchRate(() => sentBytes(socket), rateFor(0), cut, periodMs);
  response.once("close", unwatch);
};

/** Reads and drops the rest of a body for a while: to close at once would break the connection before the caller reads the answer. */
const discardRestOfBody = async (request: IncomingMessage): Promise<void> => {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), REST_OF_BODY_TIMEOUT_MS).unref();
  const over = new Promise<void>((resolve) => request.once("end", resolve).once("close", resolve));
  request.on("error", () => undefined).resume();
  await over;
  clearTimeout(timer);
};

/**
 * Sends an answer; resolves when it is sent, or when the caller no longer reads it: nothing of it, or too little of a large one,
 * in a period of `periodMs`.
 */
export const sendReply = async (
  request: IncomingMessage,
  response: ServerResponse,
  { statusCode, headers, body }: Reply,
  periodMs = RATE_PERIOD_MS,
): Promise<void> => {
  response.setTimeout(periodMs, () => response.destroy());
  response.writeHead(statusCode, headers);
  const drained = discardRestOfBody(request);
  if (Number(headers["Content-Length"]) > WATCHED_ANSWER_MIN_BYTES) watchReader(response, periodMs);
  if (typeof body === "string" || body instanceof Uint8Array) {
    // A caller that waits for "100 Continue" has not sent a body.
    if (response.shouldKeepAlive || request.headers.expect !== undefined) return void response.end(body);
    // Without keep-alive the end of this answer closes the connection.
    response.write(body);
    await drained;
    response.end();
    return;
  }
  try {
    await pipeline(streamOf(body), response);
    await body.remove?.();
  } catch {
    // A caller that hangs up is not a failure of the service. The body is not removed: its bytes may still be in use.
  }
};
