import type { Middleware, Request } from "./exchange.ts";
import { measurePhase, type Phase } from "./phases.ts";

/** A middleware whose time counts for a phase, on the way in and on the way out. */
export const measured = (phase: Phase, middleware: Middleware): Middleware => {
  const counted: Middleware = {};
  for (const step of ["before", "after", "onError"] as const) {
    const run = middleware[step];
    if (run) counted[step] = (request: Request) => measurePhase(request.event.phases!, phase, () => run(request));
  }
  return counted;
};
