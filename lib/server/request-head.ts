import type { IncomingMessage } from "node:http";
import { ServiceError } from "../errors/service-error.ts";
import type { Arrival } from "../http/arrival.ts";
import type { Reply } from "../http/exchange.ts";
import { errorReply } from "../http/respond.ts";
import { outsideReply, recordOutsideRequest } from "./outside.ts";

/** The status for a transfer coding that a server does not know (RFC 9112, section 6.1). The interface has no code of its own for it. */
const NOT_IMPLEMENTED = 501;

/** The answer to a request that is refused for its head, whatever it asks for; undefined if the head is right. */
export const headReply = (request: IncomingMessage, arrival: Arrival): Reply | undefined => {
  const { headers, headersDistinct, httpVersion } = request;
  const hosts = headersDistinct["host"]?.length ?? 0;
  if (hosts > 1)
    return outsideReply(new ServiceError("INVALID_REQUEST", "The request has more than one Host."), arrival);
  if (hosts === 0 && httpVersion !== "1.0")
    return outsideReply(new ServiceError("INVALID_REQUEST", "The request has no Host."), arrival);
  const coding = headers["transfer-encoding"]?.trim().toLowerCase() ?? "chunked";
  if (coding === "chunked") return undefined;
  const reply = errorReply(new ServiceError("INVALID_REQUEST", "Transfer-Encoding must be chunked."));
  reply.statusCode = NOT_IMPLEMENTED;
  return recordOutsideRequest(reply, arrival, {});
};
