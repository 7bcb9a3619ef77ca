import { decorate, type Middleware, type Request } from "./exchange.ts";
import type { Phases } from "./phases.ts";

/** The phases as the value of `Server-Timing` (W3C Server Timing): `auth;dur=0.4, body;dur=1.2`. */
const serverTiming = (phases: Phases): string =>
  Object.entries(phases)
    .map(([phase, milliseconds]) => `${phase};dur=${milliseconds.toFixed(1)}`)
    .join(", ");

/** Measures the request and its phases, in milliseconds. */
export const timing = (): Middleware => {
  const answer = (request: Request) =>
    decorate(request, {
      "X-Processing-Time-Ms": Math.round(performance.now() - request.internal.startedAt!),
      "Server-Timing": serverTiming(request.event.phases!),
    });
  return {
    before: ({ event, internal }) => {
      internal.startedAt = performance.now();
      event.phases = {};
    },
    after: answer,
    onError: answer,
  };
};
