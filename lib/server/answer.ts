import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { streamOf } from "../http/deliver.ts";
import type { Reply } from "../http/exchange.ts";

/** Milliseconds in which a caller may finish sending a body that nobody waits for, so that it gets to read the answer. */
const DRAIN = 30_000;

/** Lets the rest of a body run into the void, for a while: closing at once would break the caller's pipe. */
const drain = (request: IncomingMessage): void => {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), DRAIN).unref();
  request.once("close", () => clearTimeout(timer));
  request.on("error", () => undefined).resume();
};

/** Sends an answer; resolves when it is out, or when the caller no longer takes it. */
export const send = async (
  request: IncomingMessage,
  response: ServerResponse,
  { statusCode, headers, body }: Reply,
): Promise<void> => {
  response.writeHead(statusCode, headers);
  drain(request);
  if (typeof body === "string" || body instanceof Uint8Array) {
    response.end(body);
    return;
  }
  try {
    await pipeline(streamOf(body), response);
    await body.remove();
  } catch {
    // A caller who goes away in the middle is no failure of ours; what of the bytes is still on its way must stay.
  }
};
