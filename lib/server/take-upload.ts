import type { IncomingMessage } from "node:http";
import { ServiceError } from "../errors/service-error.ts";
import type { Arrival } from "../http/arrival.ts";
import type { Reply } from "../http/exchange.ts";
import { type FolderBodies, PUT_PATH } from "../stored-bodies/folder.ts";
import { bodyTooSlow, callerHungUp } from "./body.ts";
import { rateFor, watchRate } from "./least-rate.ts";
import { recordOutsideRequest } from "./outside.ts";

/** The bytes of a body as they arrive. The connection stays open for the answer when the reader stops early. */
const arrivingBytes = async function* (request: IncomingMessage, announced: number, begin: () => void) {
  let size = 0;
  const rate = rateFor(announced);
  const unwatch = watchRate(
    () => size,
    rate,
    () => request.destroy(bodyTooSlow(rate)),
  );
  begin();
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      yield chunk as Buffer;
    }
  } finally {
    unwatch();
  }
};

/**
 * Stores the body of a PUT to an address that `/uploads` gave. Throws the refusals of the store, and SERVICE_UNAVAILABLE
 * if the machine cannot store the body. Calls `begin` before it waits for the first byte.
 */
export const takeUpload = async (
  uploads: FolderBodies,
  request: IncomingMessage,
  begin: () => void,
  arrival: Arrival,
): Promise<Reply> => {
  const { url = "" } = request;
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const announced = {
    contentType: request.headers["content-type"] ?? "",
    contentLength: Number(request.headers["content-length"] ?? Number.NaN),
  };
  const bytes = arrivingBytes(request, announced.contentLength, begin);
  try {
    await uploads.take(pathname.slice(PUT_PATH.length), searchParams, announced, bytes);
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    if (request.destroyed) throw callerHungUp();
    throw new ServiceError("SERVICE_UNAVAILABLE", "The upload cannot be stored.", {
      reason: "store-unreachable",
      retryAfter: 60,
      cause,
    });
  }
  const reply: Reply = { statusCode: 200, headers: { "Content-Length": "0" }, body: "" };
  return recordOutsideRequest(reply, arrival, { operation: "upload", bytesIn: announced.contentLength });
};
