import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { errorBody } from "../errors/error-body.ts";
import { ServiceError, STATUS } from "../errors/service-error.ts";
import { jsonReply } from "../http/exchange.ts";
import { sendReply } from "../server/answer.ts";
import { callerHungUp } from "../server/body.ts";
import { WrongMethodError } from "./route.ts";

/** Milliseconds after which a caller that does not read its lines is cut off. */
const STALLED_READER_TIMEOUT_MS = 30_000;

const ownHeaders = (error: ServiceError): Record<string, string> => ({
  ...(error.retryAfter !== undefined && { "Retry-After": String(error.retryAfter) }),
  ...(error.code === "UNAUTHORIZED" && { "WWW-Authenticate": "Bearer" }),
  ...(error instanceof WrongMethodError && { Allow: error.allowed }),
});

/** A request and where its answer goes; `headers` are those of every answer. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly headers: () => Record<string, string>;
}

export const sendJson = ({ request, response, headers }: Call, status: number, value: object): Promise<void> => {
  const reply = jsonReply(status, value);
  return sendReply(request, response, { ...reply, headers: { ...reply.headers, ...headers() } });
};

/** Answers with an error, in the interface's envelope. */
export const sendError = ({ request, response, headers }: Call, error: ServiceError): Promise<void> => {
  const reply = jsonReply(STATUS[error.code], errorBody(error));
  return sendReply(request, response, { ...reply, headers: { ...reply.headers, ...headers(), ...ownHeaders(error) } });
};

/** The same lines, as soon as the first `count` of them have come. */
const afterFirstLines = async (lines: AsyncIterable<string>, count: number): Promise<AsyncIterable<string>> => {
  const rest = lines[Symbol.asyncIterator]();
  const first: string[] = [];
  for (let next = await rest.next(); !next.done; next = await rest.next()) if (first.push(next.value) === count) break;
  return (async function* () {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => rest };
  })();
};

/** Lines that are awaited before the status is sent: the second one shows whether the table can be read. */
const FIRST_LINES = 2;

/**
 * Answers with at least two lines, as they come. Rejects with the error of a line, with PROCESSING_FAILED if the caller
 * hangs up, and with SERVICE_UNAVAILABLE if `stopping` aborts. After the second line each of these also breaks the answer
 * off.
 */
export const sendLines = async (
  { response, headers }: Call,
  lines: AsyncIterable<string>,
  stopping: AbortSignal,
): Promise<void> => {
  const all = await afterFirstLines(lines, FIRST_LINES);
  response.setTimeout(STALLED_READER_TIMEOUT_MS, () => response.destroy());
  response.writeHead(200, { "Content-Type": "application/jsonl", "Cache-Control": "no-store", ...headers() });
  try {
    await pipeline(Readable.from(all), response, { signal: stopping });
  } catch (error) {
    if (stopping.aborted)
      throw new ServiceError("SERVICE_UNAVAILABLE", "This server is stopping.", { reason: "server-stopping" });
    throw (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE" ? callerHungUp() : error;
  }
};
