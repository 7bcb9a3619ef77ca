import { decorate, type Middleware, type Request } from "./exchange.ts";

/** Measures the request from end to end, in whole milliseconds. */
export const timing = (): Middleware => {
  const answer = (request: Request) =>
    decorate(request, { "X-Processing-Time-Ms": Math.round(performance.now() - request.internal.startedAt!) });
  return {
    before: ({ event, internal }) => {
      internal.startedAt = performance.now();
      event.phases = {};
    },
    after: answer,
    onError: answer,
  };
};
