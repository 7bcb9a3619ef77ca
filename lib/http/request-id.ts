import { randomUUID } from "node:crypto";
import { decorate, type Middleware, type Request } from "./exchange.ts";

/** Names the request, so that a client and a log line can speak of the same one. */
export const requestId = (): Middleware => {
  const answer = (request: Request) => decorate(request, { "X-Request-Id": request.internal.requestId! });
  return {
    before: ({ internal }) => {
      internal.requestId = randomUUID();
    },
    after: answer,
    onError: answer,
  };
};
