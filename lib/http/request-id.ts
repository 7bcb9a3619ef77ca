import { randomUUID } from "node:crypto";
import { decorate, type Middleware, type Request } from "./exchange.ts";

/** Gives the request an id, which the answer and the log line carry. */
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
