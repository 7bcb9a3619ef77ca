import type { Middleware, Request } from "./exchange.ts";
import { type Phase, spend } from "./phases.ts";

/** A middleware whose time is counted as a phase's, on the way in and on the way out. */
export const timed = (phase: Phase, middleware: Middleware): Middleware => {
  const counted: Middleware = {};
  for (const step of ["before", "after", "onError"] as const) {
    const run = middleware[step];
    if (run) counted[step] = (request: Request) => spend(request.event.phases!, phase, () => run(request));
  }
  return counted;
};
