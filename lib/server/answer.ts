import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { streamOf } from "../http/deliver.ts";
import type { Reply } from "../http/exchange.ts";

/** Milliseconds in which a caller may finish sending a body that nobody waits for, so that it gets to read the answer. */
const DRAIN = 30_000;

/** Milliseconds after which a caller who takes nothing of its answer is given up; twice as long where it did at first. */
const STALLED = 30_000;

/** Lets the rest of a body run into the void, for a while: closing at once would break the caller's pipe. Resolves when it has come. */
const drain = async (request: IncomingMessage): Promise<void> => {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), DRAIN).unref();
  const over = new Promise<void>((resolve) => request.once("end", resolve).once("close", resolve));
  request.on("error", () => undefined).resume();
  await over;
  clearTimeout(timer);
};

/** Sends an answer; resolves when it is out, or when the caller no longer takes it. */
export const send = async (
  request: IncomingMessage,
  response: ServerResponse,
  { statusCode, headers, body }: Reply,
): Promise<void> => {
  response.setTimeout(STALLED, () => response.destroy());
  response.writeHead(statusCode, headers);
  const drained = drain(request);
  if (typeof body === "string" || body instanceof Uint8Array) {
    // A caller who waits for word to go on sends nothing that could come.
    if (response.shouldKeepAlive || request.headers.expect !== undefined) return void response.end(body);
    // The end of a connection's last answer closes it.
    response.write(body);
    await drained;
    response.end();
    return;
  }
  try {
    await pipeline(streamOf(body), response);
    await body.remove?.();
  } catch {
    // A caller who goes away in the middle is no failure of ours; what of the bytes is still on its way must stay.
  }
};
